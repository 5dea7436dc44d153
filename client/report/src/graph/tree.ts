import { isConstantNode, nodeTitle, typeText, type Model, type Node, type Value } from "../model/model.js";
import { commonPath } from "../model/paths.js";

// What is drawn: leaves (nodes, inputs, outputs) in groups (modules, bodies, runs of many nodes).

export interface Item {
  id: number;
  kind: "node" | "input" | "output" | "group";
  title: string;
  subtitle: string;
  parent: Group | undefined;
  node: Node | undefined;
  value: Value | undefined;
}

export interface Group extends Item {
  kind: "group";
  children: (Item | Group)[];
  /** The nodes in it, at any depth. */
  size: number;
}

export function isGroup(item: Item): item is Group {
  return item.kind === "group";
}

/** A line from what makes a value to what reads it. */
export interface Link {
  from: Item;
  to: Item;
  value: Value;
}

/** A group of more children is cut into runs, so that each picture and layout stays small. */
const MOST_CHILDREN = 20;
/** Children of a run, if these are enough. */
const RUN = 10;
/** More inputs or outputs than these have a group of their own. */
const MOST_LOOSE = 8;

export class Tree {
  readonly items: Item[] = [];
  readonly links: Link[] = [];
  readonly root: Group;
  private readonly ofNode = new Map<Node, Item>();
  private readonly makers = new Map<Value, Item>();
  private readonly outputs: Item[] = [];

  /** `isHidden`: nodes that are left out. */
  constructor(
    private readonly model: Model,
    private readonly isHidden: (node: Node) => boolean = isConstantNode,
  ) {
    this.root = this.group("", "", undefined, undefined);
    this.addGraph(0, this.root);
    this.addOutputs();
    this.merge(this.root);
    this.cut(this.root);
    this.link();
    this.count(this.root);
  }

  /** What stands for a node; `undefined`: it is not drawn. */
  itemOf(node: Node): Item | undefined {
    return this.ofNode.get(node);
  }

  /** What a value comes from; `undefined`: that is not drawn. */
  makerOf(value: Value): Item | undefined {
    return this.makers.get(value);
  }

  private leaf(kind: Item["kind"], title: string, subtitle: string, parent: Group, about: Partial<Item>): Item {
    const item: Item = { id: this.items.length, kind, title, subtitle, parent, node: undefined, value: undefined, ...about }; // prettier-ignore
    this.items.push(item);
    parent.children.push(item);
    return item;
  }

  private group(title: string, subtitle: string, parent: Group | undefined, node: Node | undefined): Group {
    const kind = "group" as const;
    const group: Group = { id: this.items.length, kind, title, subtitle, parent, node, value: undefined, children: [], size: 0 }; // prettier-ignore
    this.items.push(group);
    parent?.children.push(group);
    return group;
  }

  private addGraph(graph: number, around: Group): void {
    const own = this.model.graphs[graph];
    const inputs = own?.inputs ?? [];
    const place =
      inputs.length > MOST_LOOSE ? this.group("inputs", `${inputs.length} inputs`, around, undefined) : around;
    for (const value of inputs) {
      this.makers.set(value, this.leaf("input", value.name, typeText(value.info.type), place, { value }));
    }
    const groups = new Map<string, Group>([["", around]]);
    const paths = pathsOf(own?.nodes ?? []);
    own?.nodes.forEach((node, i) => {
      if (!this.isHidden(node)) {
        this.addNode(node, this.groupAt(groups, paths[i] ?? []));
      }
    });
  }

  private groupAt(groups: Map<string, Group>, path: readonly string[]): Group {
    const key = path.join("/");
    let found = groups.get(key);
    if (found === undefined) {
      found = this.group(path.at(-1) ?? "", key, this.groupAt(groups, path.slice(0, -1)), undefined);
      groups.set(key, found);
    }
    return found;
  }

  private addNode(node: Node, around: Group): void {
    let item: Item;
    if (node.bodies.length === 0) {
      item = this.leaf("node", node.op, node.name, around, { node });
    } else {
      const group = this.group(node.op, node.name, around, node);
      for (const body of node.bodies) {
        const info = this.model.graphs[body]?.info;
        const title = info?.attribute || info?.function?.opType || info?.name || "body";
        this.addGraph(body, node.bodies.length === 1 ? group : this.group(title, nodeTitle(node), group, undefined));
      }
      item = group;
    }
    this.ofNode.set(node, item);
    node.outputs.forEach((value) => this.makers.set(value, item));
  }

  private addOutputs(): void {
    const values = this.model.graphs[0]?.outputs ?? [];
    const place = values.length > MOST_LOOSE ? this.group("outputs", `${values.length} outputs`, this.root, undefined) : this.root; // prettier-ignore
    for (const value of values) {
      this.outputs.push(this.leaf("output", value.name, typeText(value.info.type), place, { value }));
    }
  }

  /** Cuts groups with too many children into runs, in the order of the model; inputs and outputs stay outside. */
  private cut(group: Group): void {
    group.children.filter(isGroup).forEach((each) => this.cut(each));
    const isPort = (item: Item): boolean => (isGroup(item) ? isOfPorts(item) : item.kind !== "node");
    const first = group.children.filter((item) => isPort(item) && !isOfOutputs(item));
    const last = group.children.filter((item) => isPort(item) && isOfOutputs(item));
    let inner = group.children.filter((item) => !isPort(item));
    while (inner.length > MOST_CHILDREN) {
      const count = Math.ceil(inner.length / (inner.length > RUN * MOST_CHILDREN ? MOST_CHILDREN : RUN));
      const size = Math.ceil(inner.length / count);
      const runs: Item[] = [];
      for (let from = 0; from < inner.length; from += size) {
        runs.push(this.run(inner.slice(from, from + size), runs.length + 1, group));
      }
      inner = runs;
    }
    group.children = [...first, ...inner, ...last];
  }

  private run(children: Item[], number: number, around: Group): Group {
    const [first, last] = [children[0], children.at(-1)];
    const areGroups = children.every((item) => isGroup(item));
    const title = areGroups && first !== last ? `${first?.title} … ${last?.title}` : `part ${number}`;
    const part = this.group(title, operatorsOf(children), undefined, undefined);
    part.parent = around;
    part.children = children;
    children.forEach((item) => (item.parent = part));
    return part;
  }

  /** A group whose only child is a group is one with it; one whose only child is a node is that node. */
  private merge(group: Group): void {
    const [only, ...rest] = group.children;
    const isLone = group !== this.root && group.node === undefined && only !== undefined && rest.length === 0;
    if (isLone && isGroup(only) && only.node === undefined) {
      group.title = `${group.title}/${only.title}`;
      group.children = only.children;
      group.children.forEach((item) => (item.parent = group));
      this.merge(group);
      return;
    }
    group.children.filter(isGroup).forEach((each) => this.merge(each));
    group.children = group.children.map((each) => {
      const [node, ...others] = isGroup(each) ? each.children : [];
      const isWrapper = isGroup(each) && each.node === undefined && node?.kind === "node" && others.length === 0;
      if (isWrapper) {
        node.parent = group;
      }
      return isWrapper ? node : each;
    });
  }

  private link(): void {
    for (const [node, to] of this.ofNode) {
      for (const value of new Set(node.inputs)) {
        const from = value && this.makers.get(value);
        if (from !== undefined && value !== undefined) {
          this.links.push({ from, to, value });
        }
      }
    }
    for (const to of this.outputs) {
      const from = to.value && this.makers.get(to.value);
      if (from !== undefined && to.value !== undefined) {
        this.links.push({ from, to, value: to.value });
      }
    }
  }

  private count(group: Group): number {
    group.size = group.children.reduce((sum, item) => sum + (isGroup(item) ? this.count(item) : item.kind === "node" ? 1 : 0), group.node ? 1 : 0); // prettier-ignore
    return group.size;
  }
}

/** Groups of inputs or outputs. */
export function isOfPorts(group: Group): boolean {
  return group.children.length > 0 && group.children.every((item) => item.kind === "input" || item.kind === "output");
}

function isOfOutputs(item: Item): boolean {
  return item.kind === "output" || (isGroup(item) && item.children.some((each) => each.kind === "output"));
}

/** `Conv ×5, Relu ×4`, the most frequent first. */
function operatorsOf(items: readonly Item[]): string {
  const counts = new Map<string, number>();
  const count = (item: Item): void => {
    if (item.node !== undefined) {
      counts.set(item.node.op, (counts.get(item.node.op) ?? 0) + 1);
    }
    if (isGroup(item)) {
      item.children.forEach(count);
    }
  };
  items.forEach(count);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return sorted.map(([op, times]) => (times > 1 ? `${op} ×${times}` : op)).join(", ");
}

/** The modules of nodes; one that tells none is where all that read it are. */
function pathsOf(nodes: readonly Node[]): string[][] {
  const paths = nodes.map((node) => node.path);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    if (node === undefined || node.path.length > 0 || node.name.includes("/")) {
      continue;
    }
    const readers = node.outputs.flatMap((value) => value.readers).filter((each) => each.graph === node.graph);
    if (readers.length > 0) {
      paths[i] = commonPath(readers.map((each) => paths[each.index] ?? []));
    }
  }
  return paths;
}

/** The items around one, the root first, itself last. */
export function ancestors(item: Item): Item[] {
  const chain: Item[] = [];
  for (let at: Item | undefined = item; at !== undefined; at = at.parent) {
    chain.unshift(at);
  }
  return chain;
}
