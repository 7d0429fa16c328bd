"""Photos as phones and mischief-makers send them, built where they are needed."""

import io
import struct
import zlib

import pillow_heif
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 60), (30, 60, 200), (255, 255, 255)
ORIENTATION, GPS, COMMENT = 0x0112, 0x8825, 0x9286
XMP = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>Grandma's kitchen</x:xmpmeta>"


def halves(width: int = 800, height: int = 600, *, mode: str = "RGB") -> Image.Image:
    """The left half red, the right half blue."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    return image.convert(mode)


def encoded(image: Image.Image, format: str, **options) -> bytes:
    out = io.BytesIO()
    if format == "HEIF":
        pillow_heif.from_pillow(image).save(out, **options)
    else:
        image.save(out, format, **options)
    return out.getvalue()


def telling_exif(orientation: int = 6) -> Image.Exif:
    """EXIF that says where the photo was taken and that the camera was held on its side."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010F] = "TellTale Camera"
    exif[GPS] = {1: "N", 2: (52.0, 13.0, 47.0), 3: "E", 4: (21.0, 0.0, 42.0)}
    return exif


def telling_jpeg(**more) -> bytes:
    comment = b"Nana, number 14, Mill Lane"
    return encoded(halves(), "JPEG", exif=telling_exif(), comment=comment, xmp=XMP, **more)


def telling_jpeg_with_profile() -> bytes:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return telling_jpeg(icc_profile=profile)


def jpeg(width: int = 80, height: int = 60) -> bytes:
    return encoded(halves(width, height), "JPEG")


def telling_png() -> bytes:
    words = PngInfo()
    words.add_text("Comment", "Nana, number 14, Mill Lane")
    words.add_itxt("XML:com.adobe.xmp", XMP.decode())
    return encoded(halves(), "PNG", exif=telling_exif(), pnginfo=words)


def telling_webp() -> bytes:
    return encoded(halves(), "WEBP", lossless=True, exif=telling_exif(), xmp=XMP)


def moving_gif(frames: int) -> bytes:
    """One pixel that moves nowhere, in so many frames."""
    head = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(3) + bytes([*WHITE])
    frame = b"\x21\xf9\x04\0\0\0\0\0" + b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0)
    return head + (frame + b"\x02\x02\x44\x01\0") * frames + b";"


def heic(width: int = 800, height: int = 600) -> bytes:
    return encoded(halves(width, height), "HEIF", exif=telling_exif().tobytes(), xmp=XMP)


def bomb_png(side: int = 20_000) -> bytes:
    """A few kilobytes that say they are `side` times `side` pixels; never whole in memory here."""
    packer, row = zlib.compressobj(9), bytes(1 + (side + 7) // 8)
    pixels = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
