"""The judge of tests/peers: its values are those of Python's own arithmetic, and false answers are planted."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from dims import NotKnownError, size_of, verdict  # noqa: E402

SIZES = {"N": 7, "past + 1": 5, "H": 320}


@pytest.mark.parametrize("text, value", [
    ("N", 7), ("2*N + 3", 17), ("past + 1", 5), ("floor(N/2)", 3), ("ceiling(N/2)", 4), ("N//2 - 1", 2),
    ("Max(1, N - 9)", 1), ("Mod(N, 4)", 3), ("ceildiv(N, 2)", 4), ("truncdiv(-N, 2)", -3), ("broadcast(1, N)", 7), ("N**2", 49),
    ("if((N = 7), 1, 1//(N - 7))", 1), ("int(floor(f32(H)*f32(0.7)))", 224), ("unk__3", None), ("N +", None), ("f(N)", None),
])
def test_sizes(text, value):
    if value is None:
        with pytest.raises(NotKnownError):
            size_of(text, SIZES)
    else:
        assert size_of(text, SIZES) == value


def test_no_whole_number_is_no_size():
    with pytest.raises(ArithmeticError):
        size_of("N/2", SIZES)


@pytest.mark.parametrize("dims, may_depend, expected", [
    (["N", 3], False, "known"), (["N", None], False, "unknown"), (["N", "unk__1"], False, "unknown"), (["N", None], True, "known"),
    (None, False, "unknown"), (None, True, "unknown"), ([7, 3], False, "wrong"), (["N"], False, "wrong"), (["N + 1", None], True, "wrong"),
    (["N/4", 3], False, "wrong"),
])
def test_verdicts(dims, may_depend, expected):
    """Right in both of two runs, at N of 7 and of 2, or wrong."""
    assert verdict(dims, [({"N": 7}, [7, 3]), ({"N": 2}, [2, 3])], may_depend) == expected
