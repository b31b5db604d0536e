import type { Finding } from '../health-signals.ts'

/** What was seen of a domain's records and of its registration, each confirmed by two servers at two times. */
export interface RecordFacts {
  /** `unknown` where the servers did not answer, which proves nothing. */
  nameServers: 'ours' | 'lost' | 'unknown'
  /** The records that are missing or wrong, as people call them: "SPF", "DKIM", "DMARC", "MX". */
  broken: readonly string[]
  /** The registry's words that stop a name, as it writes them. */
  registry: readonly string[]
}

const holds = ['client hold', 'server hold']
const ends = ['redemption period', 'pending delete']
/** Whether a registry's word means that the name does not work any more, or will not for long. */
export const stopsName = (word: string): boolean => isHeldBack(word) || ends.includes(word)
/** Whether it means that the registry leaves the name out until somebody acts. */
export const isHeldBack = (word: string): boolean => holds.includes(word)

/** What is broken here is mended by us and is no burnt domain; a name that the registry takes away is lost. */
export function judgeRecords({ nameServers, broken, registry }: RecordFacts): Finding {
  const ending = registry.filter((each) => ends.includes(each))
  if (ending.length > 0)
    return {
      verdict: 'bad',
      points: 35,
      gate: 'replace',
      unit: 'domain',
      evidence: `The registry says "${ending.join(', ')}".`,
    }
  const held = registry.filter((each) => holds.includes(each))
  if (held.length > 0 || nameServers === 'lost') {
    const evidence =
      held.length > 0
        ? `The registry says "${held.join(', ')}".`
        : 'The domain does not point at our name servers.'
    return { verdict: 'bad', points: 35, gate: 'repair', unit: 'domain', evidence }
  }
  if (nameServers === 'unknown')
    return { verdict: 'unknown', points: 0, evidence: 'Its name servers did not answer.' }
  if (broken.includes('SPF') && broken.includes('DKIM'))
    return { verdict: 'bad', points: 35, gate: 'repair', unit: 'domain', evidence: 'SPF and DKIM are gone.' }
  if (broken.length > 0)
    return {
      verdict: 'warn',
      points: 10,
      unit: 'domain',
      evidence: `Missing or wrong: ${broken.join(', ')}.`,
    }
  return { verdict: 'ok', points: 0, evidence: 'All records are as they should be.' }
}

/** The website's redirect and certificate: something to mend, never a burnt domain. */
export function judgeRedirect({ wrong }: { wrong: readonly string[] }): Finding {
  if (wrong.length === 0) return { verdict: 'ok', points: 0, evidence: 'It leads where it should.' }
  return { verdict: 'warn', points: 3, unit: 'domain', evidence: `${wrong.join(', ')}.` }
}
