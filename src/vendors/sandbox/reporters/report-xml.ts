/** Mails of one server that a receiver judged alike. */
export interface SeenMails {
  ip: string
  count: number
  dkim: 'pass' | 'fail'
  spf: 'pass' | 'fail'
  envelopeFrom: string
  /** Why the receiver did otherwise than the policy says. */
  reason?: string
}

/** What a receiver saw of a domain's mail between two moments, in epoch seconds. */
export interface Seen {
  domain: string
  begin: number
  end: number
  id: string
  mails: readonly SeenMails[]
}

const reasonOf = ({ reason }: SeenMails) =>
  reason ? `<reason><type>${reason}</type><comment></comment></reason>` : ''

const evaluated = (mails: SeenMails) =>
  `<policy_evaluated><disposition>none</disposition><dkim>${mails.dkim}</dkim><spf>${mails.spf}</spf>${reasonOf(mails)}</policy_evaluated>`

const row = (mails: SeenMails) =>
  `<row><source_ip>${mails.ip}</source_ip><count>${mails.count}</count>${evaluated(mails)}</row>`

const spfOf = (mails: SeenMails, scope = '') =>
  `<spf><domain>${mails.envelopeFrom}</domain>${scope}<result>${mails.spf}</result></spf>`

const dkimOf = ({ domain }: Seen, mails: SeenMails) =>
  `<dkim><domain>${domain}</domain><result>${mails.dkim}</result><selector>selector1</selector></dkim>`

const dates = ({ begin, end }: Seen) => `<date_range><begin>${begin}</begin><end>${end}</end></date_range>`

/**
 * As Google writes it: no version, no return path among the identifiers (samples/aggregate, "google.com!…" of
 * github.com/domainaware/parsedmarc).
 */
export const googleXml = (seen: Seen): string => `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <report_metadata><org_name>google.com</org_name><email>noreply-dmarc-support@google.com</email><extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info><report_id>${seen.id}</report_id>${dates(seen)}</report_metadata>
  <policy_published><domain>${seen.domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>
${seen.mails.map((mails) => `  <record>${row(mails)}<identifiers><header_from>${seen.domain}</header_from></identifiers><auth_results>${dkimOf(seen, mails)}${spfOf(mails)}</auth_results></record>`).join('\n')}
</feedback>
`

/**
 * As Outlook.com writes it: with a version, namespaces nobody uses and the return path (samples/aggregate,
 * "protection.outlook.com!…" of the same).
 */
export const microsoftXml = (seen: Seen): string => `<?xml version="1.0"?>
<feedback xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <version>1.0</version>
  <report_metadata><org_name>Outlook.com</org_name><email>dmarcreport@microsoft.com</email><report_id>${seen.id}</report_id>${dates(seen)}</report_metadata>
  <policy_published><domain>${seen.domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct><fo>0</fo></policy_published>
${seen.mails.map((mails) => `  <record>${row(mails)}<identifiers><envelope_to>hotmail.com</envelope_to><envelope_from>${mails.envelopeFrom}</envelope_from><header_from>${seen.domain}</header_from></identifiers><auth_results>${dkimOf(seen, mails)}${spfOf(mails, '<scope>mfrom</scope>')}</auth_results></record>`).join('\n')}
</feedback>
`
