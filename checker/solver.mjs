/**
 * Z3, compiled to WebAssembly, decides each condition of a script.
 *
 * The text of a script reaches Z3 in one call that runs on this thread. `eval_smtlib2_string` of the same library is
 * not used: it reads its text on another thread, possibly after the text has been released.
 */

const STEPS = 30_000_000;
/** Ask whether the facts alone contradict each other; the answer only leads to a warning. */
const STEPS_OF_FACTS = 3_000_000;

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
  const solver = newSolver(Z3, context);
  const levels = [{ formulas: [], contradictory: null }];
  const models = [];
  const found = [];
  for (const step of steps) {
    if (step.push) {
      Z3.solver_push(context, solver);
      levels.push({ formulas: [], contradictory: null });
    } else if (step.pop) {
      Z3.solver_pop(context, solver, 1);
      levels.pop();
    } else if (step.assert !== undefined) {
      Z3.solver_assert(context, solver, formula(step.assert));
      levels.at(-1).formulas.push(formula(step.assert));
    } else {
      let answer = await ask(Z3, context, solver, STEPS);
      if (answer === "unknown") answer = await alone(Z3, context, levels.flatMap((level) => level.formulas), STEPS);
      const facts = levels.at(-2);
      const before = levels.slice(0, -1).flatMap((level) => level.formulas);
      facts.contradictory ??= await areContradictory(Z3, context, before, models);
      found.push({ part: step.check, answer, vacuous: facts.contradictory });
    }
  }
  return found;
}

function newSolver(Z3, context) {
  const solver = Z3.mk_solver(context);
  Z3.solver_inc_ref(context, solver);
  return solver;
}

/** Whether facts contradict each other. Nothing is searched for if one of the models of earlier facts makes each of these true. */
async function areContradictory(Z3, context, facts, models) {
  const isTrue = (value) => value !== null && Z3.get_bool_value(context, value) === 1;
  if (models.some((model) => facts.every((fact) => isTrue(Z3.model_eval(context, model, fact, true))))) return false;
  return (await alone(Z3, context, facts, STEPS_OF_FACTS, models)) === "unsat";
}

/** Ask for some formulas in a separate solver: Z3 uses other procedures for a single question. A model goes into `models`. */
async function alone(Z3, context, formulas, steps, models = []) {
  const solver = newSolver(Z3, context);
  for (const formula of formulas) Z3.solver_assert(context, solver, formula);
  const answer = await ask(Z3, context, solver, steps);
  if (answer === "sat") {
    models.push(Z3.solver_get_model(context, solver));
    Z3.model_inc_ref(context, models.at(-1));
  }
  Z3.solver_dec_ref(context, solver);
  return answer;
}

async function ask(Z3, context, solver, steps) {
  const limits = Z3.mk_params(context);
  Z3.params_inc_ref(context, limits);
  Z3.params_set_uint(context, limits, Z3.mk_string_symbol(context, "rlimit"), steps);
  Z3.solver_set_params(context, solver, limits);
  Z3.params_dec_ref(context, limits);
  const answer = await Z3.solver_check(context, solver);
  if (Z3.get_error_code(context) !== 0) throw new Error(Z3.get_error_msg(context, Z3.get_error_code(context)));
  return { 1: "sat", "-1": "unsat" }[answer] ?? "unknown";
}
