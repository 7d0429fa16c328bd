"""What comes out of the decoder is a photo and nothing else; what is none does not get in."""

import io
import resource
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from PIL import Image

from scorebook.photos import images
from scorebook.photos.images import PhotoRefused, make_safe
from tests.photos import pictures
from tests.photos.pictures import BLUE, RED, WHITE, encoded, halves

UNREADABLE = images.REASONS["unreadable"]


def opened(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg), formats=["JPEG"])


def is_about(image: Image.Image, place: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(image.getpixel(place), colour, strict=True))


def markers(jpeg: bytes) -> set[int]:
    """The kinds of segments before the pixels: 0xE0 is JFIF, 0xE1 EXIF or XMP, 0xFE a comment."""
    found, at = set(), 2
    while jpeg[at + 1] != 0xDA:
        found.add(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return found


TAKEN = {
    "jpeg": lambda: encoded(halves(), "JPEG"),
    "png": lambda: encoded(halves(), "PNG"),
    "png with a page at its end": lambda: encoded(halves(), "PNG") + b"<script>alert(1)</script>",
    "webp": lambda: encoded(halves(), "WEBP", lossless=True),
    "heic": lambda: encoded(halves(), "HEIF", quality=90),
    "a phone's two pictures in one": lambda: encoded(
        halves(), "MPO", save_all=True, append_images=[halves(100, 75)]
    ),
    "cmyk jpeg": lambda: encoded(halves(mode="CMYK"), "JPEG"),
    "palette png": lambda: encoded(halves().quantize(4), "PNG"),
    "moving webp": lambda: encoded(
        halves(), "WEBP", save_all=True, append_images=[halves(mode="L")], lossless=True
    ),
}


@pytest.mark.parametrize("data", [pytest.param(make(), id=name) for name, make in TAKEN.items()])
def test_photos_of_every_kind_come_out_as_plain_jpegs(data):
    safe = make_safe(data)
    assert (safe.width, safe.height) == (800, 600)
    assert {size: opened(jpeg).size for size, jpeg in safe.jpegs.items()} == {
        320: (320, 240),
        640: (640, 480),
        2560: (800, 600),
    }
    for jpeg in safe.jpegs.values():
        image = opened(jpeg)
        assert image.mode == "RGB"
        assert is_about(image, (image.width // 4, 9), RED)
        assert is_about(image, (image.width * 3 // 4, 9), BLUE)
        assert b"script" not in jpeg
        assert jpeg.endswith(b"\xff\xd9")


@pytest.mark.parametrize(
    "make",
    [
        pictures.telling_jpeg,
        pictures.telling_jpeg_with_profile,
        pictures.telling_png,
        pictures.telling_webp,
        pictures.heic,
    ],
)
def test_nothing_of_the_camera_or_the_place_stays_and_the_photo_stands_upright(make):
    told = make()
    assert b"TellTale Camera" in told and b"Grandma's kitchen" in told
    safe = make_safe(told)
    assert (safe.width, safe.height) == (600, 800)
    for jpeg in safe.jpegs.values():
        image = opened(jpeg)
        assert is_about(image, (9, image.height // 4), RED)
        assert is_about(image, (9, image.height * 3 // 4), BLUE)
        assert not markers(jpeg) & {*range(0xE1, 0xF0), 0xFE}
        assert not image.getexif() and not image.info.get("icc_profile")
        assert not any(word in jpeg for word in (b"TellTale", b"Grandma", b"Nana", b"Mill Lane"))


def test_a_large_photo_is_made_smaller_and_a_small_one_never_larger():
    large, small = make_safe(pictures.jpeg(4000, 2000)), make_safe(pictures.jpeg(80, 60))
    assert (large.width, large.height) == opened(large.jpegs[2560]).size == (2560, 1280)
    assert {opened(jpeg).size for jpeg in small.jpegs.values()} == {(80, 60)}


def test_what_is_transparent_becomes_white():
    picture = Image.new("RGBA", (40, 40), (*RED, 255))
    picture.paste((0, 0, 0, 0), (0, 0, 20, 40))
    image = opened(make_safe(encoded(picture, "PNG")).jpegs[320])
    assert is_about(image, (4, 20), WHITE)
    assert is_about(image, (35, 20), RED)


def test_sixteen_bits_of_grey_are_still_grey():
    picture = Image.new("I;16", (40, 40), 128 * 256)
    image = opened(make_safe(encoded(picture, "PNG")).jpegs[320])
    assert is_about(image, (20, 20), (128, 128, 128))


def test_a_broken_colour_profile_does_not_cost_the_photo():
    image = opened(make_safe(encoded(halves(), "JPEG", icc_profile=b"no profile")).jpegs[320])
    assert is_about(image, (9, 9), RED)


REFUSED = {
    "nothing": lambda: b"",
    "jpeg cut short": lambda: pictures.telling_jpeg()[:-2000],
    "heic cut short": lambda: pictures.heic()[:-200],
    "heic of a head alone": lambda: pictures.heic()[:40],
    "svg": lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "eps called png": lambda: encoded(halves(), "EPS"),
    "tiff called jpg": lambda: encoded(halves(), "TIFF"),
    "moving gif": lambda: pictures.moving_gif(10_000),
    "moving gif in a png's first bytes": lambda: b"\x89PNG\r\n\x1a\n" + pictures.moving_gif(10_000),
    "avif": lambda: encoded(halves(), "AVIF"),
    "a page": lambda: b"<!doctype html><title>A photo</title>",
    "a jpeg's first bytes before an eps": lambda: b"\xff\xd8\xff" + encoded(halves(), "EPS"),
}


@pytest.mark.parametrize("data", [pytest.param(make(), id=name) for name, make in REFUSED.items()])
def test_what_is_no_photo_is_refused_with_a_sentence(data):
    with pytest.raises(PhotoRefused, match=f"^{UNREADABLE}$"):
        make_safe(data)


def test_the_gif_of_ten_thousand_frames_has_as_many():
    with Image.open(io.BytesIO(pictures.moving_gif(10_000)), formats=["GIF"]) as gif:
        assert gif.n_frames == 10_000


@pytest.mark.parametrize("side", [7_800, 13_000, 20_000, 40_000])
def test_a_bomb_is_refused_before_it_is_decoded(side):
    bomb = pictures.bomb_png(side)
    started = spent()
    with pytest.raises(PhotoRefused, match="larger than 60 megapixels"):
        make_safe(bomb)
    seconds = spent() - started
    print(f"\nA bomb of {len(bomb) // 1000} kB, {side} pixels a side: {seconds:.2f} s")
    assert seconds < 1


def spent() -> float:
    """Seconds of processor time, of this process and its children: others do not count."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def test_more_than_25_megabytes_are_refused_unread():
    with pytest.raises(PhotoRefused, match="larger than 25 MB"):
        make_safe(pictures.jpeg() + bytes(images.MOST_BYTES))


def test_a_decoder_that_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setattr(images, "SECONDS", 0.001)
    with pytest.raises(PhotoRefused, match=UNREADABLE):
        make_safe(pictures.jpeg())


def test_a_few_photos_wait_and_more_are_told_to_come_again(monkeypatch):
    waiting = threading.Barrier(5, timeout=10)
    go = threading.Event()

    @contextmanager
    def turn():
        if not go.is_set():
            waiting.wait()
            go.wait(10)
        yield ()

    def run(command, **options):
        return subprocess.CompletedProcess(command, 0, b'{"size": [1, 1], "lengths": {}}\n')

    monkeypatch.setattr(images.subprocess, "run", run)
    monkeypatch.setattr(images, "_one_at_a_time", turn)
    threads = [threading.Thread(target=make_safe, args=[pictures.jpeg()]) for _ in range(4)]
    for thread in threads:
        thread.start()
    waiting.wait()
    with pytest.raises(images.Busy, match="Send this one again in a minute"):
        make_safe(pictures.jpeg())
    go.set()
    for thread in threads:
        thread.join()
    assert make_safe(pictures.jpeg()).width == 1


def test_while_another_process_opens_a_photo_this_one_waits():
    """The other one's child lives on when its parent is killed, and so does its turn."""
    holds = (
        "import os, subprocess, sys\n"
        "from scorebook.photos import images\n"
        "with images._one_at_a_time() as held:\n"
        "    child = subprocess.Popen(['cat'], stdin=0, pass_fds=held)\n"
        "    print(flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    answers = []
    thread = threading.Thread(target=lambda: answers.append(make_safe(pictures.jpeg())))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", holds], **pipes) as other:
        assert other.stdout.readline() == b"\n"
        assert other.wait(10) == -signal.SIGKILL
        thread.start()
        thread.join(1)
        assert thread.is_alive()
    thread.join(10)
    assert answers[0].width == 80


def test_the_child_limits_its_own_memory_and_time():
    program = (
        "import resource, runpy\n"
        f"decoder = runpy.run_path({str(images.DECODER)!r})\n"
        "decoder['limit_this_process']()\n"
        "for limit in (resource.RLIMIT_AS, resource.RLIMIT_CPU):\n"
        "    print(resource.getrlimit(limit)[0])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.split() == [b"1073741824", b"20"]
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 20


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("PNG", {"compress_level": 1}),
        ("JPEG", {"progressive": True}),
        ("WEBP", {"method": 0}),  # which needs most: its decoder keeps several whole pictures
    ],
)
def test_sixty_megapixels_stay_under_a_gigabyte(kind, options):
    program = (
        "import runpy, sys\n"
        f"decoder = runpy.run_path({str(images.DECODER)!r})\n"
        "decoder['limit_this_process']()\n"
        "answer, _ = decoder['make_safe'](sys.stdin.buffer.read(), [320, 640, 2560])\n"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(answer['size'], peak.split()[1])"
    )
    large = encoded(Image.new("RGB", (10_000, 6_000), RED), kind, **options)
    run = subprocess.run([sys.executable, "-c", program], input=large, capture_output=True)
    size, kilobytes = run.stdout.decode().rsplit(maxsplit=1)
    print(f"\nSixty megapixels of {kind}: {int(kilobytes) // 1000} MB at most")
    assert size == "(2560, 1536)"
    assert int(kilobytes) < 1_000_000
