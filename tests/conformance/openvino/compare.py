"""What two answers about one IR come to."""
import collections


def is_within(own, peer):
    """Whether all that `own` says is within what the peer says."""
    if peer.element and own.element != peer.element:
        return False
    if peer.dims is None:
        return True
    if own.dims is None or len(own.dims) != len(peer.dims):
        return False
    return all(low >= least and (most is None or (high is not None and high <= most))
               for (low, high), (least, most) in zip(own.dims, peer.dims))


def can_be_one(own, peer):
    """Whether a tensor fits both."""
    if own.element and peer.element and own.element != peer.element:
        return False
    if own.dims is None or peer.dims is None:
        return True
    if len(own.dims) != len(peer.dims):
        return False
    return all((most is None or low <= most) and (high is None or least <= high)
               for (low, high), (least, most) in zip(own.dims, peer.dims))


def of_values(own, peer):
    """"equal", "tighter", "wider" or "wrong"."""
    if not can_be_one(own, peer):
        return "wrong"
    if is_within(own, peer):
        return "equal" if is_within(peer, own) else "tighter"
    return "wider"


def of_answers(own, peer):
    """The verdict, and the places that it is about with both values."""
    if peer.verdict == "crashed":
        return "crashed", []
    if (own.verdict, peer.verdict) != ("taken", "taken"):
        if own.verdict == peer.verdict:
            return "both refuse", []
        return ("only taken here" if own.verdict == "taken" else "only refused here"), []
    found = collections.defaultdict(list)
    for place, value in peer.values.items():
        if place in own.values:
            found[of_values(own.values[place], value)].append((place, own.values[place], value))
    for verdict in ("wrong", "wider", "tighter"):
        if found[verdict]:
            return verdict, found[verdict]
    return "equal", []
