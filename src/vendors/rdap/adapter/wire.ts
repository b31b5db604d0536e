import * as z from 'zod'

/** IANA's list of registries (RFC 9224): groups of TLDs, each with the addresses that answer for them. */
export const bootstrapFile = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})

/** A registered name (RFC 9083, 5.3); the rest of the answer is not for us. */
export const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string(),
  status: z.array(z.string()).optional(),
})

/** Base address by TLD, with a slash at its end; https is preferred where a registry offers both. */
export function readBootstrap({ services }: z.output<typeof bootstrapFile>): Map<string, string> {
  const bases = new Map<string, string>()
  for (const [tlds, urls] of services) {
    const base = urls.find((url) => url.startsWith('https:')) ?? urls[0]
    if (base === undefined) continue
    for (const tld of tlds) bases.set(tld.toLowerCase(), withSlash(base))
  }
  return bases
}

export const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** The base of the longest ending of a name that is listed; `com` for `acme.com`. */
export function baseFor(name: string, bases: ReadonlyMap<string, string>): string | undefined {
  const labels = name.split('.')
  for (let from = 1; from < labels.length; from++) {
    const base = bases.get(labels.slice(from).join('.'))
    if (base) return base
  }
  return undefined
}
