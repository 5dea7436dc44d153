/** What is in the data block of a page: the answer of InferShapes as JSON, and what it does not say. */

/** A range; absent ends are open. */
export interface Interval {
  min?: string;
  max?: string;
}

export interface Dim {
  size?: string;
  expr?: string;
  range?: Interval;
}

export interface Amount {
  value?: string;
  expr?: string;
  range?: Interval;
}

export interface TensorType {
  elementType?: string;
  shape?: { dims?: Dim[] };
  rank?: Interval;
}

export interface Type {
  text?: string;
  tensor?: TensorType;
  sparseTensor?: TensorType;
  sequence?: { element?: Type; length?: Dim; positions?: Type[] };
  optional?: { element?: Type };
  alternatives?: { condition?: string; type?: Type }[];
}

/** A place in a model. A graph that is left out is the main one. */
export interface Site {
  graph?: number;
  node?: number;
  nodeName?: string;
  opType?: string;
  input?: number;
  output?: number;
  value?: string;
  axis?: number;
  element?: number;
}

export interface SymbolInfo {
  name: string;
  kind?: string;
  range?: Interval;
  divisor?: string;
  allowed?: string[];
  equals?: Amount;
  origin?: Site;
  reason?: string;
}

export interface Circumstance {
  control?: Site;
  branch?: string;
  condition?: string;
}

export interface FactInfo {
  text: string;
  relation?: string;
  left?: Amount;
  right?: Amount;
  basis?: string;
  state?: string;
  precondition?: boolean;
  sites?: Site[];
  circumstances?: Circumstance[];
  reason?: string;
  /** The id of the check that asks for it (docs/errors.md). */
  check?: string;
  suggestion?: string;
}

export interface DiagnosticInfo {
  severity?: string;
  code?: string;
  message?: string;
  site?: Site;
  suggestion?: string;
}

export interface ValueInfo {
  name?: string;
  type?: Type;
  node?: number;
  input?: number;
  elements?: Amount[];
}

export interface GraphInfo {
  name?: string;
  values?: ValueInfo[];
  nodes?: { name?: string; opType?: string }[];
  owner?: Site;
  attribute?: string;
  function?: { domain?: string; opType?: string; overload?: string };
}

export interface Answer {
  inputs?: ValueInfo[];
  outputs?: ValueInfo[];
  symbols?: SymbolInfo[];
  facts?: FactInfo[];
  diagnostics?: DiagnosticInfo[];
  graphs?: GraphInfo[];
}

/** Values are told by their places among all values of the answer, graph after graph; -1: none. */
export interface GraphWiring {
  /** By node. */
  inputs: number[][];
  outputs: number[];
  /** By node: a place in `texts`, or -1. */
  modules: number[];
  sources: number[];
  /** By node: 1 where an attribute holds its results, as a weight is held. */
  constants: number[];
  /** Whether it is a branch of the node that owns it. */
  branch: boolean;
  /** By value: 0 exact, 1 bounded, 2 unknown. */
  known: number[];
}

/** What a run costs, over the symbols. What is 0 or not known may be left out. */
export interface Cost {
  flops?: Amount;
  macs?: Amount;
  bytesRead?: Amount;
  bytesWritten?: Amount;
  parameters?: string;
  uncountedNodes?: number;
  upperBound?: boolean;
}

/** The cost of the model, or of a part: a node of the main graph, a module, an operator. */
export interface CostEntry {
  grouping?: string;
  name?: string;
  node?: number;
  opType?: string;
  nodes?: number;
  cost?: Cost;
}

/** The answer of EstimateCost. Its symbols that abbreviate something are its own. */
export interface CostData {
  total?: CostEntry;
  groups?: CostEntry[];
  operators?: { opType?: string; kind?: string; nodes?: number; reason?: string }[];
  symbols?: SymbolInfo[];
}

/** An operator set that a model is written against; the empty domain is ai.onnx. */
export interface Opset {
  domain: string;
  version: number;
}

export interface ModelData {
  name: string;
  answer: Answer;
  wiring: { graphs: GraphWiring[]; texts: string[]; opsets?: Opset[] };
  /** Absent: who was asked does not tell. */
  cost?: CostData;
}

/** As `shapewright diff --json` has it. */
export interface Change {
  effect: string;
  part: string;
  what: string;
  name?: string;
  axis?: number;
  before?: string;
  after?: string;
}

export interface PageData {
  format: number;
  models: ModelData[];
  /** Sizes of symbols to begin with. */
  start: Record<string, string>;
  diff?: { changes: Change[] };
}

async function unpack(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

/** Reads a data block; `encoding` is `gzip` where it is compressed. */
export async function readData(text: string, encoding: string | undefined): Promise<PageData> {
  const data = JSON.parse(encoding === "gzip" ? await unpack(text.trim()) : text) as PageData;
  if (data.format !== 1) {
    throw new Error(`the data have format ${data.format}, this page reads 1`);
  }
  return data;
}
