/** A record as the public DNS has it. */
export interface PublishedRecord {
  /** Left part within its zone, `''` for the apex. */
  name: string
  type: string
  /** Of TXT the bare text. */
  content: string
  priority?: number
  ttl: number
}
