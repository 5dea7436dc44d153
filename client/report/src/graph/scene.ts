import { cut } from "../dom.js";
import type { EdgeSpec, GroupSpec, ItemSpec } from "./layout.js";
import { shapeText, type Value } from "../model/model.js";
import { ancestors, isGroup, type Group, type Item, type Tree } from "./tree.js";

// What is to be laid out: the groups that are unfolded, with lines between their children. A line from
// outside goes to a port at the top of the group, and on from there.

/** A line of a picture: between two children of a group. */
export interface SceneEdge {
  group: number;
  values: Value[];
  /** Whether its label is written: of many lines with the same values from one box only the first has one. */
  isTold: boolean;
}

export interface Scene {
  root: GroupSpec;
  /** By the number of an edge in the specs. */
  edges: SceneEdge[];
  /** By the number of a port: the values that pass there. */
  ports: Map<number, Value[]>;
}

/** The width of a character of a label, which is monospaced. */
const CHARACTER = 6.4;
/** Characters of a label: room for a short one to become longer, and what no label is longer than. */
const LEAST_LABEL = 4;
const MOST_LABEL = 30;

function textWidth(text: string, size: number): number {
  return text.length * size;
}

/** The room that a label needs. */
export function labelWidth(text: string): number {
  return Math.min(Math.max(text.length, LEAST_LABEL), MOST_LABEL) * CHARACTER;
}

/** The characters that a room holds. */
export function charactersIn(width: number): number {
  return Math.floor(width / CHARACTER + 0.01);
}

/** The size of a box, by its texts. */
export function boxSize(item: Item): { w: number; h: number } {
  const fold = isGroup(item) ? ` (${item.size})   ` : ""; // how many nodes are in it, and room for the sign to unfold
  const width = Math.max(textWidth(item.title + fold, 7.4), Math.min(textWidth(item.subtitle, 5.9), 160)) + 24;
  return { w: Math.min(Math.max(width, 70), 220), h: 38 };
}

/** The shape at a line, and how many other values go along, in at most so many characters. */
export function edgeText(values: readonly Value[], text: (value: Value) => string, most = MOST_LABEL): string {
  const [first] = values;
  const others = values.length > 1 ? ` +${values.length - 1}` : "";
  return cut(first === undefined ? "" : text(first), most - others.length) + others;
}

/** Beyond so many values that enter or leave a group they share a port. */
const MOST_PORTS = 6;

interface Draft {
  from: number;
  to: number;
  values: Set<Value>;
}

/** More lines of the same values from one box, or through one shared port, have one label. */
const MOST_TOLD = 2;

class ToldOnce {
  private readonly counts = new Map<string, number>();
  private readonly seen = new Set<string>();

  constructor(
    drafts: readonly Draft[],
    private readonly ports: ReadonlyMap<number, readonly Value[]>,
  ) {
    for (const key of drafts.map((draft) => this.keyOf(draft))) {
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }

  isNew(draft: Draft): boolean {
    const key = this.keyOf(draft);
    const isNew = !this.seen.has(key) || (this.counts.get(key) ?? 0) <= MOST_TOLD;
    this.seen.add(key);
    return isNew;
  }

  private keyOf({ from, to, values }: Draft): string {
    const shared = [from, to].find((id) => (this.ports.get(id)?.length ?? 0) > 1);
    return shared === undefined ? `${from}:${[...values].map((value) => value.id).join(",")}` : `port ${shared}`;
  }
}

class Composer {
  private readonly drafts = new Map<Group, Map<string, Draft>>();
  /** Of a group: who in it reads what comes from outside, and who makes what leaves it. */
  private readonly entering = new Map<Group, { child: Item; value: Value }[]>();
  private readonly leaving = new Map<Group, { child: Item; value: Value }[]>();
  private readonly edges: SceneEdge[] = [];
  private readonly ports = new Map<number, Value[]>();
  private nextPort: number;

  constructor(
    private readonly tree: Tree,
    private readonly isOpen: (group: Group) => boolean,
    private readonly label: (value: Value) => string,
  ) {
    this.nextPort = tree.items.length;
  }

  compose(): Scene {
    for (const link of this.tree.links) {
      this.add(ancestors(link.from), ancestors(link.to), link.value);
    }
    const root = this.spec(this.tree.root);
    return { root, edges: this.edges, ports: this.ports };
  }

  private add(from: readonly Item[], to: readonly Item[], value: Value): void {
    let level = 0;
    while (from[level + 1] !== undefined && from[level + 1] === to[level + 1]) {
      level++;
      if (!this.isOpen(from[level] as Group)) {
        return; // both ends are in a group that is folded
      }
    }
    const group = from[level] as Group;
    const [source, target] = [from[level + 1], to[level + 1]];
    if (source !== undefined && target !== undefined) {
      this.draft(group, source.id, target.id, value);
    }
    this.pass(from, level + (source === undefined ? 0 : 1), value, this.leaving);
    this.pass(to, level + (target === undefined ? 0 : 1), value, this.entering);
  }

  private pass(
    chain: readonly Item[],
    level: number,
    value: Value,
    into: Map<Group, { child: Item; value: Value }[]>,
  ): void {
    for (let i = level; i + 1 < chain.length; i++) {
      const [group, child] = [chain[i], chain[i + 1]];
      if (group === undefined || child === undefined || !isGroup(group) || !this.isOpen(group)) {
        return;
      }
      const list = into.get(group) ?? [];
      list.push({ child, value });
      into.set(group, list);
    }
  }

  private draft(group: Group, from: number, to: number, value: Value): void {
    const drafts = this.drafts.get(group) ?? new Map<string, Draft>();
    this.drafts.set(group, drafts);
    const key = `${from}>${to}`;
    const draft = drafts.get(key) ?? { from, to, values: new Set() };
    draft.values.add(value);
    drafts.set(key, draft);
  }

  private addPorts(group: Group, passing: Map<Group, { child: Item; value: Value }[]>, isEntry: boolean): ItemSpec[] {
    const list = passing.get(group) ?? [];
    const values = [...new Set(list.map((each) => each.value))];
    const isShared = values.length > MOST_PORTS;
    const ports = new Map<Value, number>();
    const specs: ItemSpec[] = [];
    for (const value of values) {
      if (!isShared || ports.size === 0) {
        specs.push({ id: this.nextPort, w: 10, h: 6, port: isEntry ? "in" : "out" });
        this.ports.set(this.nextPort, isShared ? values : [value]);
        ports.set(value, this.nextPort++);
      } else {
        ports.set(value, this.nextPort - 1);
      }
    }
    for (const { child, value } of list) {
      const port = ports.get(value) ?? 0;
      this.draft(group, isEntry ? port : child.id, isEntry ? child.id : port, value);
    }
    return specs;
  }

  private spec(group: Group): GroupSpec {
    const entries = this.addPorts(group, this.entering, true);
    const exits = this.addPorts(group, this.leaving, false);
    const children = group.children.map((child): ItemSpec | GroupSpec =>
      isGroup(child) && this.isOpen(child) ? this.spec(child) : { id: child.id, ...boxSize(child) },
    );
    const drafts = [...(this.drafts.get(group)?.values() ?? [])];
    const told = new ToldOnce(drafts, this.ports);
    const edges = drafts.map((draft): EdgeSpec => {
      const values = [...draft.values];
      const isTold = told.isNew(draft);
      const width = isTold ? labelWidth(edgeText(values, this.label)) : 0;
      this.edges.push({ group: group.id, values, isTold });
      return { id: this.edges.length - 1, from: draft.from, to: draft.to, label: width };
    });
    return {
      id: group.id,
      children: [...entries, ...children, ...exits],
      edges,
      header: group === this.tree.root ? 0 : 22,
    };
  }
}

/** What is seen of a model where these groups are unfolded, with room for these labels. */
export function compose(
  tree: Tree,
  isOpen: (group: Group) => boolean,
  label = (value: Value): string => shapeText(value.info.type),
): Scene {
  return new Composer(tree, (group) => group === tree.root || isOpen(group), label).compose();
}
