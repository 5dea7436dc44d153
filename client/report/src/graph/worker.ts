import { Placer, type GroupSpec, type Layout } from "./layout.js";

/** What the worker is asked, and what it answers. */
export interface LayoutQuestion {
  number: number;
  root: GroupSpec;
}
export interface LayoutAnswer {
  number: number;
  layout: Layout;
}

/** Answers questions, where this script runs as a worker. */
export function serveLayouts(): void {
  const placer = new Placer();
  const scope = self as unknown as {
    onmessage: (event: MessageEvent) => void;
    postMessage: (answer: LayoutAnswer) => void;
  };
  scope.onmessage = (event) => {
    const { number, root } = event.data as LayoutQuestion;
    scope.postMessage({ number, layout: placer.place(root) });
  };
}

/** Has pictures laid out in a worker made of this page's own script, or here where there are no workers. */
export class Layouts {
  private readonly waiting = new Map<number, (layout: Layout) => void>();
  private worker: Worker | undefined;
  private readonly placer = new Placer();
  private next = 0;

  constructor(script: string) {
    try {
      const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      this.worker = new Worker(url);
      this.worker.onmessage = (event) => this.take(event.data as LayoutAnswer);
      this.worker.onerror = () => this.giveUp();
    } catch {
      this.worker = undefined;
    }
  }

  private readonly questions = new Map<number, GroupSpec>();

  ask(root: GroupSpec): Promise<Layout> {
    const number = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.questions.set(number, root);
      if (this.worker === undefined) {
        this.take({ number, layout: this.placer.place(root) });
      } else {
        this.worker.postMessage({ number, root } satisfies LayoutQuestion);
      }
    });
  }

  private take({ number, layout }: LayoutAnswer): void {
    this.questions.delete(number);
    this.waiting.get(number)?.(layout);
    this.waiting.delete(number);
  }

  private giveUp(): void {
    this.worker = undefined;
    for (const [number, root] of [...this.questions]) {
      this.take({ number, layout: this.placer.place(root) });
    }
  }
}
