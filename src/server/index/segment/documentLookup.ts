import { documentOfKey, hashOfKey, lookupKey } from './segmentFormat.ts';
import { lowerBound } from './sortedColumn.ts';

/** Finds documents of a segment that may be one company, by the hashes of their own domains and folded names. */
export class DocumentLookup {
  readonly #domains: Float64Array;
  readonly #names: Float64Array;
  /** Of each document; 0 for none. */
  readonly #domainOf: Uint32Array;

  /** `domains` and `names` are the columns of these names; `ownDomains` says whether shared sites are left out. */
  constructor(size: number, domains: Float64Array, names: Float64Array, ownDomains: boolean) {
    this.#domains = domains;
    this.#names = names;
    this.#domainOf = new Uint32Array(size);
    // What may be a shared site tells no two companies apart.
    if (!ownDomains) return;
    for (const key of domains) this.#domainOf[documentOfKey(key)] = hashOfKey(key);
  }

  /** Documents with the domain, and those with the name unless both have a domain: two domains are two companies. */
  documentsOf(domain: number, name: number): number[] {
    const documents = withHash(this.#domains, domain);
    for (const document of withHash(this.#names, name)) {
      const own = this.#domainOf[document];
      if (domain === 0 || own === 0) documents.push(document);
    }
    return documents;
  }
}

function withHash(keys: Float64Array, hash: number): number[] {
  const documents: number[] = [];
  if (hash === 0) return documents;
  const end = lookupKey(hash + 1, 0);
  for (let i = lowerBound(keys, lookupKey(hash, 0)); i < keys.length && keys[i]! < end; i++) {
    documents.push(documentOfKey(keys[i]!));
  }
  return documents;
}
