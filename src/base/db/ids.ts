import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export const idPrefixes = {
  customer: 'cus',
  customerNote: 'cno',
  customerView: 'cvw',
  user: 'usr',
  family: 'fam',
  staffSession: 'sts',
  secondFactor: 'fac',
  passkey: 'psk',
  order: 'ord',
  bundle: 'bun',
  domain: 'dom',
  domainMove: 'mov',
  persona: 'per',
  mailbox: 'mbx',
  connection: 'con',
  connectLink: 'lnk',
  providerAccount: 'acc',
  dnsAccount: 'dns',
  cost: 'cst',
  checkout: 'chk',
  checkoutItem: 'itm',
  refund: 'ref',
  workItem: 'wrk',
  mail: 'mai',
  bulkJob: 'blk',
  bulkFetch: 'bft',
  helperCredential: 'hlp',
  fleetImport: 'imp',
  healthAct: 'act',
  probeMailbox: 'prb',
} as const

/**
 * A new id: a prefix that says of what, 10 characters of time (so that new rows land at the end of an index)
 * and 50 random bits.
 */
export function newId(of: keyof typeof idPrefixes): string {
  let time = Date.now()
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = alphabet[time % 32] + text
    time = Math.floor(time / 32)
  }
  return `${idPrefixes[of]}_${text}${randomLetters(10)}`
}

/** Whether a text from elsewhere has the form of such an id. */
export const isId = (of: keyof typeof idPrefixes, text: string | null | undefined): boolean =>
  new RegExp(`^${RegExp.escape(idPrefixes[of])}_[${alphabet}]{20}$`).test(text ?? '')

/** Short enough to be read out to support. */
export const newRequestId = (): string => randomLetters(12)

/** Taken from the system some hundreds at a time: to ask for ten costs as much. */
const random = Buffer.alloc(4_096)
let taken = random.length

function randomLetters(count: number): string {
  if (taken + count > random.length) {
    randomFillSync(random)
    taken = 0
  }
  let text = ''
  for (const byte of random.subarray(taken, taken + count)) text += alphabet[byte % 32]
  taken += count
  return text
}
