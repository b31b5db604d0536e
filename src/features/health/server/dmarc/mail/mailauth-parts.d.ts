/** The parts of mailauth that are used and that it brings no types for. */
declare module 'mailauth/lib/tools.js' {
  /** The fields of a head as its verifier reads them: names in lower case, folded lines as one. */
  export function parseHeaders(head: Buffer): { parsed: { key: string | null; line: Buffer }[] }
}

declare module 'mailauth/lib/parse-dkim-headers.js' {
  /** The tags of a signature as its verifier reads them. */
  export default function parseDkimHeaders(
    line: Buffer,
    options: { strict: boolean },
  ): { parsed: Record<string, { value: string | number } | undefined> }
}
