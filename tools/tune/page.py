"""What a fit found out, as a page with its pictures in it."""

from collections.abc import Iterator, Sequence
from html import escape
from math import isnan

from tools.tune.candidate import Candidate
from tools.tune.curse import HELD_OUT_GAMES, Outcome, passes
from tools.tune.document import document, table
from tools.tune.models import PHASES
from tools.tune.numbers import shown
from tools.tune.pictures import calibration, claims, losses
from tools.tune.positions import PARTS
from tools.tune.study import FeatureRow, Row, Study

MODELS = """Each model is fitted to the games of its first part, the one to be proven (bold) is chosen by the second
among those that the evaluation can play, and the third has had no say in anything. The figures are log-losses in nats,
0.693 for tossing a coin; the last but one is how much worse than the bot's present weights a model is on held-out
games, ± one standard error, games being drawn anew. Models of given weights get their scale from the fit as well."""
FEATURES = """Cost: what an evaluation takes less, in microseconds of CPU time, once the weight is 0; nothing where the
term is worked out all the same. Gain: by how much the held-out log-loss rises when the other features are fitted
without this one. A dash: the positions tell nothing of it, as of the moves of players who are walled off already, or
its term hangs on another weight and was read as 0; such a weight stays as it is."""
CURSE = """Ideas whose games are on record (tools/EXPERIMENTS.md) are tried in tournaments against the bot without them,
and kept if they win more than half. What the tournament says of those is too good, the more so the shorter it is, since
luck got some of them kept; new games do not repeat the luck."""


def to_html(studies: Sequence[Study], candidate: Candidate, outcomes: Sequence[Outcome], source: str) -> str:
    """Lay out the page; ``source`` says which games it is about."""
    parts = [f"<p>{escape(source)}</p>", *_candidate(candidate)]
    for study in studies:
        parts += _study(study)
    return document("Fitted weights", [*parts, *_curse(outcomes)])


def _candidate(candidate: Candidate) -> Iterator[str]:
    yield f"<p>To be proven, by <i>{escape(candidate.claim.source)}</i>: {escape(shown(candidate.numbers))}.</p>"
    yield f"<p>Gain in log-loss {escape(str(candidate.claim))}.</p>"


def _study(study: Study) -> Iterator[str]:
    counts = ", ".join(
        f"{positions} positions of {games} games {'to be fitted' if part == 'fit' else part}"
        for part, games, positions in zip(PARTS, study.games, study.positions, strict=True)
    )
    yield f"<h2>{escape(study.title)}</h2>\n<p>{counts}.</p>\n<p>{MODELS}</p>"
    yield f"<div>{losses(study.rows, study.chosen)}</div>"
    headings = ["model", *PARTS, "behind the bot's", "weights, a cell kept at its present one"]
    yield from table(headings, [_model(row) for row in study.rows], [row.name == study.chosen for row in study.rows])
    yield f"<div>{calibration(study.calibration)}</div>"
    yield f"<h3>What features cost and gain</h3>\n<p>{FEATURES}</p>"
    yield f"<p>An evaluation takes {study.evaluation_us:.1f} µs.</p>"
    headings = ["feature", "weight", "fitted", "cost, µs", "gain", "±"]
    yield from table(headings, [_feature(row) for row in study.features])
    yield "<h3>Weights by phase</h3>"
    bounds = [f"{100 * bound:.0f} %" for bound in reversed(PHASES)]
    phases = [f"more than {bounds[0]} free", *[f"down to {bound}" for bound in bounds[1:]], "later"]
    names = [row.name for row in study.features if row.weight is not None]
    rows = [
        [phase, *(f"{weights[name]:.0f}" if weights else "—" for name in names)]
        for phase, weights in zip(phases, study.phases, strict=True)
    ]
    yield from table(["share of free cells", *names], rows)


def _model(row: Row) -> list[str]:
    weights = "" if row.weights is None else ", ".join(f"{name} {value:.0f}" for name, value in row.weights.items())
    return [row.name, *(f"{loss:.4f}" for loss in row.losses), f"{row.behind:+.4f} ± {row.error:.4f}", weights]


def _feature(row: FeatureRow) -> list[str]:
    weight = "—" if row.weight is None else str(row.weight)
    fitted = f"{row.fitted:.0f}" if row.fitted else "—"
    gain = [f"{row.gain:+.4f}", f"{row.error:.4f}"] if row.tells else ["—", "—"]
    return [row.name, weight, fitted, f"{row.microseconds:.1f}", *gain]


def _curse(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield f"<h2>What a short tournament is worth</h2>\n<p>{CURSE}</p>\n<div>{claims(outcomes)}</div>"
    headings = ["games of a tournament", "ideas tried", "kept", "score claimed", f"in {HELD_OUT_GAMES} new games"]
    headings += ["harmful ones kept", "a change worth 45 % would be kept"]
    rows = [
        [
            str(outcome.games),
            str(outcome.tried),
            str(outcome.kept),
            percent(outcome.claimed),
            percent(outcome.held_out),
            str(outcome.harmful),
            percent(passes(0.45, outcome.games)),
        ]
        for outcome in outcomes
    ]
    yield from table(headings, rows)


def percent(share: float) -> str:
    """Return a share in per cent, a dash for none."""
    return "—" if isnan(share) else f"{100 * share:.1f} %"
