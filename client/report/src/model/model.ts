import { entriesOfNodes } from "./costs.js";
import type { Answer, CostData, CostEntry, GraphInfo, ModelData, Opset, Site, Type, ValueInfo } from "./data.js";
import { modulePath } from "./paths.js";

/** How much is known of a value. */
export type Known = "exact" | "bounded" | "unknown";
const knowns: readonly Known[] = ["exact", "bounded", "unknown"];

export interface Value {
  /** Its place among all values of the model. */
  id: number;
  graph: number;
  name: string;
  info: ValueInfo;
  known: Known;
  maker: Node | undefined;
  readers: Node[];
  /** Whether it follows from constants alone. */
  isConstant: boolean;
}

export interface Node {
  /** Its place among all nodes of the model. */
  id: number;
  graph: number;
  /** Its place in its graph. */
  index: number;
  name: string;
  op: string;
  inputs: (Value | undefined)[];
  outputs: Value[];
  /** Whether an attribute holds its results, as a weight is held. */
  isConstant: boolean;
  /** Graphs that are its bodies or its call. */
  bodies: number[];
  /** The modules that it is in, outer ones first. */
  path: string[];
  source: string;
  /** Of the main graph. */
  cost: CostEntry | undefined;
}

export interface Graph {
  info: GraphInfo;
  values: Value[];
  nodes: Node[];
  inputs: Value[];
  outputs: Value[];
  /** Whether it is a branch of the node that owns it. */
  isBranch: boolean;
}

/** The type as text. */
export function typeText(type: Type | undefined): string {
  return type?.text ?? "?";
}

/** The shape alone, as it stands on edges. */
export function shapeText(type: Type | undefined): string {
  const text = typeText(type);
  const isPlain = type?.tensor !== undefined && (type.alternatives?.length ?? 0) === 0;
  return isPlain && text.includes("[") ? text.slice(text.indexOf("[")) : text;
}

/** A name for people: of a node without one its operator and place. */
export function nodeTitle(node: Node): string {
  return node.name !== "" ? node.name : `#${node.index} ${node.op}`;
}

/** A model with its values and nodes linked to each other. */
export class Model {
  readonly name: string;
  readonly answer: Answer;
  readonly cost: CostData | undefined;
  readonly opsets: readonly Opset[];
  readonly values: Value[] = [];
  readonly nodes: Node[] = [];
  readonly graphs: Graph[] = [];

  constructor(data: ModelData) {
    this.name = data.name;
    this.answer = data.answer;
    this.cost = data.cost;
    this.opsets = data.wiring.opsets ?? [];
    const infos = data.answer.graphs ?? [];
    infos.forEach((info, graph) => this.addValues(info, graph, data));
    infos.forEach((info, graph) => this.addNodes(info, graph, data));
    infos.forEach((info, graph) => this.link(info, graph, data));
    this.findConstants();
  }

  private addValues(info: GraphInfo, graph: number, data: ModelData): void {
    const known = data.wiring.graphs[graph]?.known ?? [];
    const values = (info.values ?? []).map((each, i): Value => ({
      id: this.values.length + i,
      graph,
      name: each.name ?? "",
      info: each,
      known: knowns[known[i] ?? 2] ?? "unknown",
      maker: undefined,
      readers: [],
      isConstant: each.node === undefined && each.input === undefined,
    }));
    this.values.push(...values);
    const inputs = values.filter((value) => value.info.input !== undefined);
    const isBranch = data.wiring.graphs[graph]?.branch ?? false;
    this.graphs.push({ info, values, nodes: [], inputs, outputs: [], isBranch });
  }

  private addNodes(info: GraphInfo, graph: number, data: ModelData): void {
    const wiring = data.wiring.graphs[graph];
    const costs = graph === 0 ? entriesOfNodes(data.cost) : undefined;
    const text = (place: number | undefined): string => data.wiring.texts[place ?? -1] ?? "";
    (info.nodes ?? []).forEach((each, index) => {
      const node: Node = {
        id: this.nodes.length,
        graph,
        index,
        name: each.name ?? "",
        op: each.opType ?? "",
        inputs: [],
        outputs: [],
        isConstant: wiring?.constants[index] === 1,
        bodies: [],
        path: modulePath(each.name ?? "", text(wiring?.modules[index])),
        source: text(wiring?.sources[index]),
        cost: costs?.get(index),
      };
      this.nodes.push(node);
      this.graphs[graph]?.nodes.push(node);
    });
  }

  private link(info: GraphInfo, graph: number, data: ModelData): void {
    const wiring = data.wiring.graphs[graph];
    const own = this.graphs[graph];
    if (own === undefined) {
      return;
    }
    for (const value of own.values) {
      value.maker = value.info.node === undefined ? undefined : own.nodes[value.info.node];
      value.maker?.outputs.push(value);
    }
    own.nodes.forEach((node, i) => {
      node.inputs = (wiring?.inputs[i] ?? []).map((place) => this.values[place]);
      for (const value of new Set(node.inputs)) {
        value?.readers.push(node);
      }
    });
    own.outputs = (wiring?.outputs ?? []).flatMap((place) => this.values[place] ?? []);
    if (info.owner?.node !== undefined) {
      this.nodeAt(info.owner)?.bodies.push(graph);
    }
  }

  private findConstants(): void {
    for (const node of this.nodes) {
      const isConstant = node.bodies.length === 0 && node.inputs.every((value) => value?.isConstant ?? true);
      for (const value of node.outputs) {
        value.isConstant = isConstant;
      }
    }
  }

  nodeAt(site: Site | undefined): Node | undefined {
    return site?.node === undefined ? undefined : this.graphs[site.graph ?? 0]?.nodes[site.node];
  }

  /** The value of this name; those of the main graph come first. */
  valueNamed(name: string): Value | undefined {
    return this.values.find((value) => value.name === name);
  }
}

/** Whether all that it does follows from constants, so that it is not drawn. */
export function isConstantNode(node: Node): boolean {
  return node.outputs.length > 0 && node.outputs.every((value) => value.isConstant);
}

/** The elements of all weights; `undefined`: that is not known. */
export function parametersOf(model: Model): bigint | undefined {
  const told = model.cost?.total?.cost?.parameters;
  return told === undefined ? undefined : BigInt(told);
}
