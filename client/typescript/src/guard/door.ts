import type { Guard, GuardResult, GuardTensor, GuardVerdict } from "./guard.js";

/** What a failure is counted by that is of no check: an input is missing, unknown, or of another type. */
export const inputsFailure = "inputs";

/** What a door says of a request. */
export interface Admission {
  /** Whether to run it. In shadow mode always. */
  admitted: boolean;
  /** What the guard says of it. */
  result: GuardResult;
}

/** What a door has seen so far. */
export interface DoorCounts {
  /** How many requests had each verdict. */
  requests: Record<GuardVerdict, number>;
  /** How many requests failed each check, by its text, or `inputs`. */
  failures: Record<string, number>;
  /** How many were refused. In shadow mode none. */
  refused: number;
}

/** How a door begins. */
export interface DoorOptions {
  /** Whether requests are refused. Default: no, which is shadow mode. */
  enforce?: boolean;
  /** Called for each request that fails. */
  onFailure?: (admission: Admission) => void;
}

/**
 * The door of a model. In shadow mode all requests are let through, and those that would be refused are counted and told
 * to `onFailure`. In enforcing mode requests that fail are refused; undecided ones are let through.
 */
export class GuardDoor {
  /** Whether requests are refused. May be set at any time. */
  enforce: boolean;
  private readonly onFailure: ((admission: Admission) => void) | undefined;
  private readonly requests: Record<GuardVerdict, number> = { pass: 0, fail: 0, undecided: 0 };
  private readonly failures = new Map<string, number>();
  private refused = 0;

  /** A door of a guard. */
  constructor(
    /** What it asks. */
    readonly guard: Guard,
    { enforce = false, onFailure }: DoorOptions = {},
  ) {
    this.enforce = enforce;
    this.onFailure = onFailure;
  }

  /** Checks a request, as `Guard.check` does, and counts it. */
  admit(inputs: Readonly<Record<string, GuardTensor>>): Admission {
    const result = this.guard.check(inputs);
    const isFailure = result.verdict === "fail";
    const admission = { admitted: !isFailure || !this.enforce, result };
    this.requests[result.verdict] += 1;
    for (const text of new Set(
      result.problems.flatMap(({ isFailure, check }) => (isFailure ? this.text(check) : [])),
    )) {
      this.failures.set(text, (this.failures.get(text) ?? 0) + 1);
    }
    this.refused += Number(!admission.admitted);
    if (isFailure) {
      this.onFailure?.(admission);
    }
    return admission;
  }

  /** What it has seen so far. */
  counts(): DoorCounts {
    return { requests: { ...this.requests }, failures: Object.fromEntries(this.failures), refused: this.refused };
  }

  /** The counts in the text format of Prometheus, labeled with the name of the model. */
  metrics(model: string): string {
    return doorMetrics({ [model]: this });
  }

  private text(check: number | undefined): string {
    return check === undefined ? inputsFailure : (this.guard.program.checks[check]?.message ?? inputsFailure);
  }
}

/** The counts of doors by the names of their models, in the text format of Prometheus. */
export function doorMetrics(doors: Readonly<Record<string, GuardDoor>>): string {
  const counts = Object.entries(doors).map(([model, door]) => [`model="${escaped(model)}"`, door.counts()] as const);
  const family = (name: string, text: string, samples: (readonly [string, number])[]): string => {
    const metric = `shapewright_door_${name}_total`;
    const lines = samples.map(([labels, number]) => `${metric}{${labels}} ${String(number)}\n`);
    return `# HELP ${metric} ${text}\n# TYPE ${metric} counter\n${lines.join("")}`;
  };
  const by = (label: string, of: (seen: DoorCounts) => Record<string, number>): (readonly [string, number])[] =>
    counts.flatMap(([model, seen]) =>
      Object.entries(of(seen)).map(([value, number]) => [`${model},${label}="${escaped(value)}"`, number] as const),
    );
  return (
    family(
      "requests",
      "Requests, by what the guard says of them.",
      by("verdict", (seen) => seen.requests),
    ) +
    family(
      "failures",
      "Requests that fail a check.",
      by("check", (seen) => seen.failures),
    ) +
    family(
      "refused",
      "Requests that were refused.",
      counts.map(([model, seen]) => [model, seen.refused] as const),
    )
  );
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
