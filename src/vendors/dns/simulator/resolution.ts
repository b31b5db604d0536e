import type { Answer } from 'dns-packet'

type ResponseCode = 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL'
/** What is answered to one question. */
export interface Resolution {
  rcode: ResponseCode
  answers: Answer[]
  /** The zone's SOA when there is no answer (RFC 2308). */
  authorities: Answer[]
}
