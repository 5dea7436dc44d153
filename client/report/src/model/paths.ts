/** The quoted texts of a list as Python prints it. */
function pythonList(text: string): string[] {
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map((found) => found[1] ?? found[2] ?? "");
}

/** What a module is called within the one around it. */
function within(outer: string, inner: string): string {
  return outer !== "" && inner.startsWith(`${outer}.`) ? inner.slice(outer.length + 1) : inner;
}

/**
 * The modules that a node is in, outer ones first: what the exporter wrote beside it
 * (`['', 'encoder', 'encoder.layer.0', 'add']`), or the parts of its name (`/encoder/layer.0/Add`).
 */
export function modulePath(name: string, modules: string): string[] {
  if (modules !== "") {
    const scopes = pythonList(modules).slice(0, -1);
    return scopes.map((scope, i) => within(scopes[i - 1] ?? "", scope)).filter((part) => part !== "");
  }
  return name
    .split("/")
    .slice(0, -1)
    .filter((part) => part !== "");
}

/** The parts that all paths begin with. */
export function commonPath(paths: readonly (readonly string[])[]): string[] {
  const [first = [], ...rest] = paths;
  let length = first.length;
  for (const path of rest) {
    let same = 0;
    while (same < length && path[same] === first[same]) {
      same++;
    }
    length = same;
  }
  return first.slice(0, length);
}

/** The innermost line of a trace as `file.py:12`, and what stands there. */
export function sourceLine(trace: string): { place: string; code: string } | undefined {
  const found = [...trace.matchAll(/File "([^"\n]*)", line (\d+)[^\n]*(?:\n([^\n]*))?/g)].at(-1);
  if (found === undefined) {
    return undefined;
  }
  return { place: `${found[1]}:${found[2]}`, code: (found[3] ?? "").trim() };
}
