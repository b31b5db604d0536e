import { numberText } from '#base/text/number-text.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one} was` : `${numberText(count)} ${many} were`

/** What was found and put right, for the timeline; undefined when there were none. */
export const mailboxesWere = (count: number, found: string, mended: string): string | undefined =>
  count === 0
    ? undefined
    : `${counted(count, 'mailbox', 'mailboxes')} ${found} and ${count === 1 ? 'was' : 'were'} ${mended}`

export const recordsWere = (count: number): string =>
  `${counted(count, 'DNS record', 'DNS records')} missing or changed and ${count === 1 ? 'was' : 'were'} put right`
