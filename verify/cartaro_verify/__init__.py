"""The verifier: obligations and claims of a checked game, proved over all deals or refuted by a replayed hand.

`verify` takes a game and returns a `Result` for each obligation and claim; `decide` yields them one by one.  A result is data;
`english` words its statements, `as_json` and `from_json` write and read it.

The modules, in the order of the data flow:

    certificates/certificate.py      verdicts, and the results of the searches for their proofs
    certificates/conditions.py       the conditions of a proof as SMT-LIB scripts, with a manifest
    certificates/checker.py          the checker of these conditions; it shares no search with the prover
    certificates/same_games.py       the certificate that two games are the same
    certificates/script_reader.py    scripts from untrusted sources, checked while they are read
    certificates/cover.py            whether the boxes of a verdict under all house rules give this verdict
    certificates/shown.py            whether a record shows its verdict when the interpreter replays it
    verify.py                        the passes: begin, prove, retry with further lemmas, search in play, results
    play/table.py                    hands dealt, played and replayed by the interpreter
    play/search.py                   goals searched for in played hands
    play/enumeration.py              all states of every match, if there are few
    play/exhaustive.py               goals searched for in all play
    play/knowledge.py                what a player knows: sets of states that look the same
    play/histories.py                shorter histories; whole matches tried against proofs
    play/decoder.py                  positions of the interpreter from symbolic states, and back
    proof_log.py                     the results of searches, so that a proof can be checked without them
    terms/terms.py                   integer and Boolean terms, folded and hash-consed
    terms/smt_lib.py                 terms as SMT-LIB scripts
    terms/z3_backend.py              Z3 as a solver of terms; the only module that imports it
    terms/symbolic_state.py          symbolic values, states and paths
    terms/focus.py                   the consequences of facts for a few variables
    terms/walk.py                    the constructs that clauses mention and depend on; the loops of a course
    encode/expressions.py            expressions as terms over a symbolic state
    encode/proof_context.py          what the proofs of one run share: variables, solvers, facts about games
    encode/acts.py                   arguments of acts, warranted acts, `P can A`
    encode/somebody.py               lemmas: the cards determine some player
    encode/house_rules.py            options left open, and options that cannot be left open
    encode/possible_groups.py        the groups of cards that can be on the table
    encode/effects.py                effects on symbolic states
    encode/solver.py                 satisfiability under facts and axioms
    encode/transition.py             the turn and the course of play
    frame/invariants.py              candidate invariants
    frame/invariant_search.py        the invariants that hold, and their check
    frame/transition_system.py       cases, transitions, proofs over all paths
    obligations/prepared_game.py     a game under one choice of its options, prepared for proofs
    obligations/lemma_candidates.py  candidate lemmas in the words of the text
    obligations/lemma_search.py      the candidate lemmas that hold, and their proof
    obligations/clashes.py           clashes and gaps between clauses
    obligations/conservation.py      no card is lost or doubled
    obligations/faults.py            freedom from faults
    obligations/legal_move.py        a legal move in every state
    obligations/ordered_counts.py    tuples of numbers that decrease in lexicographic order
    obligations/termination.py       hands and loops end
    obligations/match_end.py         matches can end
    obligations/discretion.py        legal moves reveal nothing hidden
    obligations/extremes.py          bounds of amounts
    obligations/open_case.py         the case in which a proof fails
    obligations/outcomes.py          outcomes before they become results
    obligation_proofs.py             each obligation by name, with its proof and its goals
    claims.py                        the author's claims: goals, proofs and verdicts of their lines
    claims_in_play.py                claims broken in a few hands, without a proof
    clause_differences.py            whether the case of one clause implies another's
    advice.py                        likely mistakes in a ruleset
    everywhere.py                    verdicts under every house rule, for every number of players
    results/                         statements as values, verdicts, their English and their JSON
"""

from __future__ import annotations

from cartaro_verify.advice import place_of_advice
from cartaro_verify.certificates.certificate import Certificate, certified, recheck
from cartaro_verify.certificates.checker import (
    CERTIFICATE,
    MANIFEST,
    MOST_BYTES,
    CheckedScript,
    MalformedManifest,
    Manifest,
    check_scripts,
    decided_by_z3,
    is_of_text,
    misstated,
    read_manifest,
    without_conditions,
)
from cartaro_verify.certificates.conditions import ConditionLog, manifest, script_name
from cartaro_verify.certificates.cover import CoverFault, cover_faults
from cartaro_verify.certificates.everywhere import (
    certificate_everywhere,
    certified_everywhere,
    is_of_text_everywhere,
    manifest_everywhere,
    misstated_everywhere,
    recheck_everywhere,
    records_everywhere,
    without_conditions_everywhere,
)
from cartaro_verify.certificates.same_games import (
    certificate_of_same,
    is_of_texts,
    manifest_of_same,
    misstated_same,
    other_game,
    without_conditions_same,
)
from cartaro_verify.certificates.script_reader import ReadScript
from cartaro_verify.certificates.shown import shows
from cartaro_verify.claims_in_play import BrokenInPlay, BrokenKind, broken_in_play
from cartaro_verify.clause_differences import ClauseComparison, Implications
from cartaro_verify.everywhere import ProvedBox, decide_everywhere, out_of_time_everywhere, record_stop
from cartaro_verify.obligation_proofs import OBLIGATIONS
from cartaro_verify.proof_log import Diverged, ProofLog
from cartaro_verify.results.json_form import as_json, from_json, statement_from_json
from cartaro_verify.results.verdicts import Counterexample, Coverage, OpenCase, Result, Verdict, merged
from cartaro_verify.results.wording import english, title_of
from cartaro_verify.terms.z3_backend import answers as answers_of_z3
from cartaro_verify.verify import Interim, decide, out_of_time, verify

__all__ = [
    "CERTIFICATE",
    "MANIFEST",
    "MOST_BYTES",
    "OBLIGATIONS",
    "BrokenInPlay",
    "BrokenKind",
    "Certificate",
    "CheckedScript",
    "ClauseComparison",
    "ConditionLog",
    "Counterexample",
    "CoverFault",
    "Coverage",
    "Diverged",
    "Implications",
    "Interim",
    "MalformedManifest",
    "Manifest",
    "OpenCase",
    "ProofLog",
    "ProvedBox",
    "ReadScript",
    "Result",
    "Verdict",
    "answers_of_z3",
    "as_json",
    "broken_in_play",
    "certificate_everywhere",
    "certificate_of_same",
    "certified",
    "certified_everywhere",
    "check_scripts",
    "cover_faults",
    "decide",
    "decide_everywhere",
    "decided_by_z3",
    "english",
    "from_json",
    "is_of_text",
    "is_of_text_everywhere",
    "is_of_texts",
    "manifest",
    "manifest_everywhere",
    "manifest_of_same",
    "merged",
    "misstated",
    "misstated_everywhere",
    "misstated_same",
    "other_game",
    "out_of_time",
    "out_of_time_everywhere",
    "place_of_advice",
    "read_manifest",
    "recheck",
    "recheck_everywhere",
    "record_stop",
    "records_everywhere",
    "script_name",
    "shows",
    "statement_from_json",
    "title_of",
    "verify",
    "without_conditions",
    "without_conditions_everywhere",
    "without_conditions_same",
]
