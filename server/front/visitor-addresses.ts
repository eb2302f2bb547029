/** Visitors' addresses by the local port of their tunnel. */
export class VisitorAddresses {
  readonly #visitors = new Map<number, { readonly address: string }>();

  add(port: number, address: string): () => void {
    const visitor = { address };
    this.#visitors.set(port, visitor);
    return () => {
      // Another tunnel may have the port already.
      if (this.#visitors.get(port) === visitor) this.#visitors.delete(port);
    };
  }

  get(port: number): string | undefined {
    return this.#visitors.get(port)?.address;
  }
}
