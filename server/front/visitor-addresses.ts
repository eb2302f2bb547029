/** Whose connections come to the HTTP server through tunnels, by the port they come from. */
export class VisitorAddresses {
  readonly #visitors = new Map<number, { readonly address: string }>();

  /** Notes a tunnel; the function given back forgets it. */
  add(port: number, address: string): () => void {
    const visitor = { address };
    this.#visitors.set(port, visitor);
    return () => {
      // The port may be another tunnel's by now.
      if (this.#visitors.get(port) === visitor) this.#visitors.delete(port);
    };
  }

  /** Undefined for a connection that came through no tunnel. */
  get(port: number): string | undefined {
    return this.#visitors.get(port)?.address;
  }
}
