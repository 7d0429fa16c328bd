"""The child process that opens a stranger's photo: bytes on standard input, JPEGs on its output.

It imports nothing of the site, so whatever a malformed picture does to it ends with the process.
The answer is one line of JSON, {"size": [width, height], "lengths": {"320": bytes, ...}}, and then
the JPEGs one after another; or {"refused": reason} alone, the reasons being keys of
`images.REASONS`.
"""

import contextlib
import io
import json
import sys
import warnings

from PIL import Image, ImageCms, ImageOps

FORMATS = ["JPEG", "PNG", "WEBP", "HEIF"]
DECODED_AS = {*FORMATS, "MPO"}  # a phone's JPEG with a second picture in it
MOST_PIXELS = 60_000_000
MEMORY = 1 << 30
CPU_SECONDS = 20


def main(sizes: list[int]) -> None:
    """Answer for the picture on standard input; `sizes` are long sides in pixels, largest last."""
    limit_this_process()
    try:
        answer, jpegs = make_safe(sys.stdin.buffer.read(), sizes)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        answer, jpegs = {"refused": "pixels"}, []
    except Exception:  # a broken picture raises whatever its decoder happens to raise
        answer, jpegs = {"refused": "unreadable"}, []
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + b"".join(jpegs))


def limit_this_process() -> None:
    if sys.platform != "win32":  # which has none; the parent's time limit still holds there
        import resource

        limits = {
            resource.RLIMIT_AS: MEMORY,
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_CORE: 0,
        }
        for limit, most in limits.items():
            with contextlib.suppress(ValueError, OSError):  # macOS refuses to limit memory
                resource.setrlimit(limit, (most, most))
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # looked at before decoding; beyond it Pillow only warns
    warnings.simplefilter("error", Image.DecompressionBombWarning)


def make_safe(data: bytes, sizes: list[int]) -> tuple[dict[str, object], list[bytes]]:
    if data[4:8] == b"ftyp":
        import pillow_heif  # a third of a second that other photos need not wait for

        pillow_heif.register_heif_opener(thumbnails=False)
    with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
        largest = redraw(opened, sizes[-1])
    jpegs = [as_jpeg(largest, size) for size in sizes]
    lengths = {str(size): len(jpeg) for size, jpeg in zip(sizes, jpegs, strict=True)}
    return {"size": largest.size, "lengths": lengths}, jpegs


def redraw(opened: Image.Image, size: int) -> Image.Image:
    """The first frame, upright, on white, in sRGB, at most `size` pixels long, in a new image.

    Nothing but pixels reaches a new image: no EXIF, position, comment or profile.
    """
    if opened.format not in DECODED_AS:
        raise ValueError(opened.format)
    profile = opened.info.get("icc_profile")
    opened.draft("RGB", (size, size))
    image: Image.Image = opened
    if opened.mode == "P" or "transparency" in opened.info:
        image = opened.convert("RGBA")
    image.thumbnail((size, size), Image.Resampling.LANCZOS)
    upright = in_srgb(on_white(ImageOps.exif_transpose(image)), profile)
    fresh = Image.new("RGB", upright.size)
    fresh.paste(upright)
    return fresh


def on_white(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image
    layer = image.convert("RGBA")
    white = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(white, layer).convert("RGB")


def in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    if image.mode.startswith("I"):  # 16 bits of grey: converted as it is, all of it would be white
        return image.convert("I").point(lambda value: value / 256).convert("RGB")
    if profile:
        if image.mode not in ("RGB", "CMYK", "L"):
            image = image.convert("RGB")
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            srgb = ImageCms.createProfile("sRGB")
            return ImageCms.buildTransform(source, srgb, image.mode, "RGB").apply(image)
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a broken profile, or one for other channels: the colours as they stand
    return image.convert("RGB")


def as_jpeg(image: Image.Image, size: int) -> bytes:
    smaller = image.copy()
    smaller.thumbnail((size, size), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    smaller.save(out, "JPEG", quality=85, optimize=True, progressive=True)
    return out.getvalue()


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
