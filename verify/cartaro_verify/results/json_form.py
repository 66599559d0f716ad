"""Convert results to JSON and back.

Each text is included in English and, under `words`, as its form and slots. A page words these in another language, and
`from_json` reads the statement from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, cast, get_type_hints

from cartaro_verify.results.statements import STATEMENTS, Filled, Note, Plain, Statement
from cartaro_verify.results.verdicts import Counterexample, Coverage, Exempted, OpenCase, Result, Under
from cartaro_verify.results.wording import english

# -------------------------------------------------------------------- statements


def statement_json(value: object) -> object:
    """Return the form and slots of a statement as JSON; anything else is returned unchanged."""
    match value:
        case Statement():
            return {"form": value.form, "slots": {name: statement_json(filled) for name, filled in value.slots.items()}}
        case tuple():
            return [statement_json(part) for part in cast("tuple[object, ...]", value)]
        case _:
            return value


def statement_from_json(value: Any) -> Any:
    """Return the statement for which `statement_json` returned this value; raise ValueError for an unknown form."""
    if isinstance(value, list):
        return tuple(map(statement_from_json, cast("list[Any]", cast("object", value))))
    if not isinstance(value, dict):
        return value
    read = cast("dict[str, Any]", value)
    form, slots = read.get("form"), read.get("slots")
    if not isinstance(form, str) or not isinstance(slots, dict) or form not in FORMS:
        raise ValueError("a text of a verdict in no known form")
    of, sort = FORMS[form]
    filled = {name: statement_from_json(each) for name, each in cast("dict[str, Any]", slots).items()}
    return sort if isinstance(sort, Plain) else cast("type[Filled]", of).read(sort, filled)


def _readers() -> Iterator[tuple[str, tuple[type[Statement], Enum | None]]]:
    """Yield every form with its class and, if several forms share one, its sort."""
    for of in STATEMENTS:
        if issubclass(of, Plain):
            yield from ((member.form, (of, member)) for member in of)
        elif issubclass(of, Filled) and of.own_form:
            yield of.own_form, (of, None)
        else:
            yield from ((sort.value, (of, sort)) for sort in get_type_hints(of)["sort"])


FORMS = dict(_readers())


# ----------------------------------------------------------------------- results


def as_json(result: Result) -> dict[str, object]:
    """Return a result for machines. The `record` of a history continues to the end of the hand if the hand ends, so that it can
    be replayed. The `position` is the position after its first `moves` moves.
    """
    found: dict[str, object] = {
        "game": result.game, "name": result.name, "kind": result.kind, "verdict": result.verdict,
        "method": english(result.method), "seconds": round(result.seconds, 3), "settings": dict(result.settings),
        "cites": list(result.cites), "text": dict(result.text),
        "players": result.players, "house_rules": dict(result.house_rules),
    }  # fmt: skip
    if result.hands:
        found["tested"] = {"hands": result.hands, "seed": 0}
    if result.reason is not None:
        found["reason"] = english(result.reason)
    if result.at:
        found["at"] = result.at
    forms = _forms(method=result.method, reason=result.reason)
    if forms:
        found["words"] = forms
    if result.vacuous:
        found["vacuous"] = True
    if result.told_false:
        found["told_false"] = True
    if result.open is not None:
        found["open"] = _open_json(result.open)
    if result.invariants:
        found["invariants"] = list(result.invariants)
    if result.witness is not None:
        found[_witness_key(result)] = _witness_json(result.witness)
    if result.coverage is not None:
        found["everywhere"] = _coverage_json(result.coverage)
    return found


def from_json(value: Mapping[str, Any]) -> Result:
    """Return the result for which `as_json` returned this value; seconds are rounded."""
    shown = value.get("counterexample") or value.get("example") or value.get("contradiction")
    forms = value.get("words", {})
    return Result(
        value["game"], value["name"], value["kind"], value["verdict"], statement_from_json(forms.get("method")),
        value["seconds"], tuple(value["text"].items()), tuple(value["cites"]), tuple(value["settings"].items()),
        statement_from_json(forms.get("reason")), value.get("vacuous", False), _witness(shown) if shown else None,
        tuple(value.get("invariants", ())), "contradiction" in value, value.get("at", ""),
        value["players"], tuple(value["house_rules"].items()), value.get("tested", {}).get("hands", 0),
        _open(value["open"]) if "open" in value else None, value.get("told_false", False),
        _coverage(value["everywhere"]) if "everywhere" in value else None,
    )  # fmt: skip


def _forms(**statements: Statement | None) -> dict[str, object]:
    return {key: statement_json(value) for key, value in statements.items() if value is not None}


def _open_json(case: OpenCase) -> dict[str, object]:
    """Return an open case without its unknown parts."""
    texts = {"case": case.case, "move": case.move, "help": case.help}
    forms = _forms(case=case.case, move=case.move, help=case.help)
    if case.invariants:
        forms["invariants"] = statement_json(case.invariants)
    shown = {"before": case.before, "position": case.position, "played": case.played}
    return {
        "players": case.players, **{key: english(text) for key, text in texts.items() if text is not None},
        "invariants": list(map(english, case.invariants)), **{key: dict(one) for key, one in shown.items() if one is not None},
        "words": forms,
    }  # fmt: skip


def _open(value: Mapping[str, Any]) -> OpenCase:
    forms = value["words"]
    case, move, helps = (statement_from_json(forms.get(key)) for key in ("case", "move", "help"))
    facts = statement_from_json(forms.get("invariants", []))
    shown = (value.get(key) for key in ("before", "position", "played"))
    return OpenCase(value["players"], case, move, facts, helps, *shown)


def _coverage_json(coverage: Coverage) -> dict[str, object]:
    exempted = [
        {
            "under": _under_json(each.under), "verdict": each.verdict, "choices": each.choices,
            **({} if each.shown is None else {"shown": each.shown}),
            **({} if each.witness is None else {"counterexample": _witness_json(each.witness)}),
        }
        for each in coverage.exempted
    ]  # fmt: skip
    return {
        "choices": coverage.choices, "holding": coverage.holding, "under": _under_json(coverage.under),
        "proved": [_under_json(box) for box in coverage.proved], "exempted": exempted,
        **({} if coverage.shown is None else {"shown": coverage.shown}),
        **({"within": _under_json(coverage.within)} if coverage.within else {}),
        **({"remedy": _under_json(coverage.remedy)} if coverage.remedy else {}),
    }  # fmt: skip


def _under_json(under: Under) -> dict[str, object]:
    return {option: list(values) for option, values in under}


def _coverage(value: Mapping[str, Any]) -> Coverage:
    exempted = tuple(
        Exempted(
            _under(each["under"]), each["verdict"], each["choices"],
            _witness(each["counterexample"]) if "counterexample" in each else None, each.get("shown"),
        )
        for each in value["exempted"]
    )  # fmt: skip
    return Coverage(
        value["choices"], value["holding"], exempted, _under(value["under"]), value.get("shown"),
        _under(value.get("within", {})), _under(value.get("remedy", {})), tuple(map(_under, value["proved"])),
    )  # fmt: skip


def _under(value: Mapping[str, Any]) -> Under:
    return tuple((option, tuple(values)) for option, values in value.items())


def _witness_key(result: Result) -> str:
    """Return the role of a history in its result."""
    if result.contradicted:
        return "contradiction"
    return "counterexample" if result.verdict == "refuted" else "example"


def _witness_json(witness: Counterexample) -> dict[str, object]:
    shown: dict[str, object] = {"record": dict(witness.hand or witness.record), "position": dict(witness.position)}
    shown["moves"] = len(cast("list[object]", witness.record.get("moves", [])))
    if witness.note is not None:
        forms = {} if isinstance(witness.note, str) else _forms(words=witness.note)
        shown["note"] = {"text": english(witness.note), **forms}
    return shown


def _witness(shown: Mapping[str, Any]) -> Counterexample:
    whole, note = shown["record"], shown.get("note", {})
    history = {**whole, "moves": whole.get("moves", [])[: shown["moves"]]}
    read: Note | None = statement_from_json(note["words"]) if "words" in note else note.get("text")
    return Counterexample(history, shown["position"], read, whole)
