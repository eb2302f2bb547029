import ipaddr from 'ipaddr.js';

/** The value of a record. Integers become unsigned 32 bits, bigints 64 bits. */
export type MmdbValue =
  | string
  | number
  | bigint
  | boolean
  | readonly MmdbValue[]
  | { readonly [key: string]: MmdbValue };

interface MmdbOptions {
  readonly recordSize?: 24 | 28 | 32;
  /** In an IPv6 tree, IPv4 addresses lie below 96 zero bits. */
  readonly ipVersion?: 4 | 6;
  readonly databaseType?: string;
}

/** A place in the tree: another node, an offset in the data, or nothing. */
type Child = Node | number | null;
type Node = [Child, Child];

/**
 * A file of the MaxMind DB format 2.0 (https://maxmind.github.io/MaxMind-DB/) with a record for
 * each network. A nested network must come after the network around it.
 */
export function writeMmdb(
  networks: Readonly<Record<string, MmdbValue>>,
  { recordSize = 24, ipVersion = 6, databaseType = 'Test' }: MmdbOptions = {},
): Buffer {
  const root: Node = [null, null];
  const records: Buffer[] = [];
  let end = 0;
  for (const [network, value] of Object.entries(networks)) {
    insert(root, readBits(network, ipVersion), end);
    const record = encode(value);
    records.push(record);
    end += record.length;
  }
  const nodes = listNodes(root);
  return Buffer.concat([
    writeTree(nodes, recordSize),
    Buffer.alloc(16),
    ...records,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode({
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1_800_000_000n,
      database_type: databaseType,
      description: { en: 'Written for a test' },
      ip_version: ipVersion,
      languages: ['en'],
      node_count: nodes.size,
      record_size: recordSize,
    }),
  ]);
}

function readBits(network: string, ipVersion: 4 | 6): string {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  const isNested = ipVersion === 6 && address.kind() === 'ipv4';
  return `${isNested ? '0'.repeat(96) : ''}${bits.join('').slice(0, length)}`;
}

function insert(root: Node, bits: string, record: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const child = node[Number(bit)]!;
    // The rest of a larger network keeps its record.
    const next: Node = typeof child === 'object' && child !== null ? child : [child, child];
    node[Number(bit)] = next;
    node = next;
  }
  node[Number(bits.at(-1))] = record;
}

/** The nodes with their numbers; the root is first. */
function listNodes(root: Node): Map<Node, number> {
  const nodes = new Map([[root, 0]]);
  for (const node of nodes.keys()) {
    for (const child of node) if (Array.isArray(child)) nodes.set(child, nodes.size);
  }
  return nodes;
}

function writeTree(nodes: ReadonlyMap<Node, number>, recordSize: 24 | 28 | 32): Buffer {
  const numberOf = (child: Child): number => {
    if (child === null) return nodes.size;
    return typeof child === 'number' ? nodes.size + 16 + child : nodes.get(child)!;
  };
  const width = recordSize / 4;
  const tree = Buffer.alloc(nodes.size * width);
  for (const [node, index] of nodes) {
    const [left, right] = [numberOf(node[0]), numberOf(node[1])];
    const start = index * width;
    const bytes = recordSize === 32 ? 4 : 3;
    const low = 2 ** (bytes * 8);
    tree.writeUIntBE(left % low, start, bytes);
    tree.writeUIntBE(right % low, start + width - bytes, bytes);
    // The middle byte holds the highest four bits of each.
    if (recordSize === 28) tree[start + 3] = (Math.floor(left / low) << 4) | (right / low);
  }
  return tree;
}

const types = { text: 2, double: 3, uint32: 6, map: 7, uint64: 9, list: 11, boolean: 14 };

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([encodeHead(types.text, bytes.length), bytes]);
  }
  if (typeof value === 'boolean') return encodeHead(types.boolean, value ? 1 : 0);
  if (typeof value === 'bigint') {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return Buffer.concat([encodeHead(types.uint64, 8), bytes]);
  }
  if (typeof value === 'number') {
    const isWhole = Number.isInteger(value) && value >= 0;
    const bytes = Buffer.alloc(isWhole ? 4 : 8);
    if (isWhole) bytes.writeUInt32BE(value);
    else bytes.writeDoubleBE(value);
    return Buffer.concat([encodeHead(isWhole ? types.uint32 : types.double, bytes.length), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([encodeHead(types.list, value.length), ...value.map(encode)]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([encodeHead(types.map, entries.length), ...entries.flat().map(encode)]);
}

/** The type and the size; sizes from 29 need further bytes. */
function encodeHead(type: number, size: number): Buffer {
  const extended = type > 7 ? [type - 7] : [];
  const first = type > 7 ? 0 : type << 5;
  if (size < 29) return Buffer.from([first | size, ...extended]);
  if (size < 285) return Buffer.from([first | 29, ...extended, size - 29]);
  const rest = size - 285;
  return Buffer.from([first | 30, ...extended, rest >> 8, rest & 255]);
}
