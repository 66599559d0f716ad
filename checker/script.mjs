/**
 * Read the scripts of a certificate, which may have been tampered with.
 *
 * A script declares integers and truths, defines terms, asserts, checks, and begins and ends levels. Every other
 * command is refused, and so is a term whose sort is not unique. The solver never receives a command: it receives the
 * declarations, the definitions and the assertions, and the checker itself follows the levels.
 */

const TOKEN = /\(|\)|\|[^|\\\p{Cc}]*\||[^\s()|"';\\]+| /uy;
const OWN_NAME = /^\|?[^!|]+![^|]*\|?$|^shared\.[0-9]+$/;
const NUMERAL = /^(0|[1-9][0-9]{0,39})$/;
const LOGICS = ["QF_LIA", "QF_NIA"];
const MOST_DEPTH = 200;

export class MalformedScript extends Error {}

/** The sorts of the arguments of each operation, and of its value: `same` means that both arguments have one sort. */
const OPERATIONS = {
  "+": ["Int", 1, Infinity, "Int"],
  "-": ["Int", 1, Infinity, "Int"],
  "*": ["Int", 1, Infinity, "Int"],
  div: ["Int", 2, 2, "Int"],
  mod: ["Int", 2, 2, "Int"],
  "<=": ["Int", 2, 2, "Bool"],
  "<": ["Int", 2, 2, "Bool"],
  "=": ["same", 2, 2, "Bool"],
  and: ["Bool", 1, Infinity, "Bool"],
  or: ["Bool", 1, Infinity, "Bool"],
  not: ["Bool", 1, 1, "Bool"],
};

/**
 * The steps of a script: `{ push }`, `{ pop }`, `{ assert: NUMBER }` and `{ check: PART }`, with `declared`, the lines that declare and
 * define names, and `asserted`, the lines of the assertions in their order.
 */
export function readScript(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  const sorts = new Map(["true", "false"].map((name) => [name, "Bool"]));
  const found = { declared: [], asserted: [], steps: [], checks: [] };
  if (!LOGICS.some((logic) => lines[0] === `(set-logic ${logic})`)) refuse("no logic");
  let depth = 0;
  let part = null;
  for (const line of lines.slice(1)) {
    if (line.startsWith(";")) {
      if (!/^; [^\p{Cc}]*$/u.test(line)) refuse(line);
      part = line.slice(2);
      continue;
    }
    const tokens = tokensOf(line);
    const [, command, name] = tokens;
    if (tokens[0] !== "(" || tokens.at(-1) !== ")") refuse(line);
    if (["declare-const", "define-fun"].includes(command)) {
      // A level would end a name that is declared within it.
      if (depth > 0 || found.asserted.length > 0 || sorts.has(name) || !OWN_NAME.test(name)) refuse(line);
      sorts.set(name, command === "declare-const" ? declared(tokens, line) : defined(tokens, sorts, line));
      found.declared.push(line);
    } else if (command === "assert") {
      if (sortOf(tokens.slice(2, -1), sorts) !== "Bool") refuse(line);
      found.steps.push({ assert: found.asserted.length });
      found.asserted.push(line);
    } else if (line === "(push 1)") {
      depth += 1;
      if (depth > MOST_DEPTH) refuse(line);
      found.steps.push({ push: true });
    } else if (line === "(pop 1)" && depth > 0) {
      depth -= 1;
      found.steps.push({ pop: true });
    } else if (line === "(check-sat)") {
      // Each check has a level, and the name of its part, of its own: the level before it holds the facts.
      if (part === null || depth === 0) refuse(line);
      found.steps.push({ check: part });
      found.checks.push(part);
      part = null;
    } else refuse(line);
  }
  return found;
}

function refuse(line) {
  throw new MalformedScript(`the script has a line that no certificate has: ${line.slice(0, 60)}`);
}

function tokensOf(line) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const found = TOKEN.exec(line);
    if (found === null) refuse(line);
    if (found[0] !== " ") tokens.push(found[0]);
  }
  return tokens;
}

function declared(tokens, line) {
  const sort = tokens[3];
  if (tokens.length !== 5 || !["Int", "Bool"].includes(sort)) refuse(line);
  return sort;
}

function defined(tokens, sorts, line) {
  const [open, close, sort] = tokens.slice(3, 6);
  if (open !== "(" || close !== ")" || sortOf(tokens.slice(6, -1), sorts) !== sort) refuse(line);
  return sort;
}

/** The sort of the term that the tokens form. */
function sortOf(tokens, sorts) {
  const heads = [];
  const terms = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === "(") {
      at += 1;
      heads.push(tokens[at]);
      terms.push([]);
      if (heads.length > MOST_DEPTH) refuse(tokens.join(" "));
    } else if (token === ")") {
      if (heads.length === 0) refuse(tokens.join(" "));
      const sort = sortOfOperation(heads.pop(), terms.pop());
      terms.at(-1).push(sort);
    } else if (sorts.has(token)) terms.at(-1).push(sorts.get(token));
    else if (NUMERAL.test(token)) terms.at(-1).push("Int");
    else refuse(token);
  }
  if (heads.length > 0 || terms[0].length !== 1) refuse(tokens.join(" "));
  return terms[0][0];
}

function sortOfOperation(head, given) {
  if (head === "ite") {
    if (given.length !== 3 || given[0] !== "Bool" || given[1] !== given[2]) refuse(head);
    return given[1];
  }
  if (!Object.hasOwn(OPERATIONS, head ?? "")) refuse(String(head));
  const [taken, least, most, value] = OPERATIONS[head];
  const wanted = taken === "same" ? given[0] : taken;
  if (given.length < least || given.length > most || given.some((sort) => sort !== wanted)) refuse(head);
  return value;
}
