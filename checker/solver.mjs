/**
 * Z3, compiled to WebAssembly, decides each condition of a script.
 *
 * The text of a script reaches Z3 in one call that runs on this thread. `eval_smtlib2_string` of the same library is
 * not used: it reads its text on another thread, possibly after the text has been released.
 */

/**
 * Z3's procedures in the order in which they get a condition. The first follows the levels of a script; the others read all its
 * assertions again. None decides every condition soon: one that takes a second in one, or without earlier conditions, takes minutes in another.
 */
const PROCEDURES = "quick quick counting automatic quick counting automatic".split(" ").map((name, at) => ({ name, steps: [2e6, 5e6, 2e6, 2e6][at] ?? 20e6 }));

/**
 * The answers of Z3 to the checks of a script that `readScript` has read: "unsat", "sat" or "unknown" for each, and whether the facts
 * of the check contradict each other without its condition. Throws if Z3 can't read the script.
 */
export async function answers(Z3, script) {
  const context = Z3.mk_context(Z3.mk_config());
  try {
    const text = ["(set-logic ALL)", ...script.declared, ...script.asserted, ""].join("\n");
    const formulas = Z3.parse_smtlib2_string(context, text, [], [], [], []);
    if (Z3.get_error_code(context) !== 0) throw new Error(Z3.get_error_msg(context, Z3.get_error_code(context)));
    Z3.ast_vector_inc_ref(context, formulas);
    if (Z3.ast_vector_size(context, formulas) !== script.asserted.length) throw new Error("Z3 has read another number of assertions");
    return await follow(Z3, context, script.steps, (number) => Z3.ast_vector_get(context, formulas, number));
  } finally {
    Z3.del_context(context);
  }
}

async function follow(Z3, context, steps, formula) {
  const solver = newSolver(Z3, context, PROCEDURES[0].name);
  const levels = [{ formulas: [] }];
  const found = [];
  for (const step of steps) {
    const level = levels.at(-1);
    if (step.push) {
      level.vacuous ??= (await ask(Z3, context, solver, PROCEDURES[0])) === "unsat";
      Z3.solver_push(context, solver);
      levels.push({ formulas: [] });
    } else if (step.pop) {
      Z3.solver_pop(context, solver, 1);
      levels.pop();
    } else if (step.assert !== undefined) {
      Z3.solver_assert(context, solver, formula(step.assert));
      level.formulas.push(formula(step.assert));
      level.vacuous = undefined;
    } else {
      const answer = await decide(Z3, context, solver, levels.flatMap(({ formulas }) => formulas));
      found.push({ part: step.check, answer, vacuous: levels.at(-2).vacuous });
    }
  }
  return found;
}

/** The answer of the first procedure that decides the formulas; the first one has them in its solver. */
async function decide(Z3, context, solver, formulas) {
  let answer = await ask(Z3, context, solver, PROCEDURES[0]);
  for (const procedure of PROCEDURES.slice(1)) {
    if (answer !== "unknown") break;
    const other = newSolver(Z3, context, procedure.name);
    for (const each of formulas) Z3.solver_assert(context, other, each);
    answer = await ask(Z3, context, other, procedure);
    Z3.solver_dec_ref(context, other);
  }
  return answer;
}

function newSolver(Z3, context, name) {
  const kept = (tactic) => (Z3.tactic_inc_ref(context, tactic), tactic);
  const counting = () => Z3.tactic_and_then(context, ...["lia2card", "smt"].map((each) => kept(Z3.mk_tactic(context, each))));
  const make = { quick: Z3.mk_simple_solver, automatic: Z3.mk_solver, counting: () => Z3.mk_solver_from_tactic(context, kept(counting())) };
  const solver = make[name](context);
  Z3.solver_inc_ref(context, solver);
  return solver;
}

async function ask(Z3, context, solver, { name, steps }) {
  const options = Z3.mk_params(context);
  Z3.params_inc_ref(context, options);
  const set = (put, option, value) => put(context, options, Z3.mk_string_symbol(context, option), value);
  set(Z3.params_set_uint, "rlimit", steps);
  if (name === "quick") {
    set(Z3.params_set_uint, "arith.solver", 2); // the older arithmetic
    set(Z3.params_set_bool, "auto_config", false); // which Z3 would replace
  }
  Z3.solver_set_params(context, solver, options);
  Z3.params_dec_ref(context, options);
  const answer = await Z3.solver_check(context, solver);
  if (Z3.get_error_code(context) !== 0) throw new Error(Z3.get_error_msg(context, Z3.get_error_code(context)));
  return { 1: "sat", "-1": "unsat" }[answer] ?? "unknown";
}
