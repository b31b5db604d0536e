import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { mailWith, receivers, signedBy } from '#vendors/sandbox/reporters/report-mail.ts'
import { googleXml, type Seen } from '#vendors/sandbox/reporters/report-xml.ts'
import { zip } from '#vendors/sandbox/reporters/zip.ts'

const mega = 1024 * 1024

/** A report that says only bad things, and what is put into its place by each of the attacks. */
function attacks(seen: Seen): Record<string, Buffer> {
  const xml = googleXml(seen)
  const inside = (text: string) => Buffer.from(xml.replace('<record>', `${text}<record>`))
  const record = xml.slice(xml.indexOf('<record>'), xml.indexOf('</record>') + 9)
  const counting = (count: string) => Buffer.from(xml.replaceAll(/<count>\d+/g, `<count>${count}`))
  const laughs = `<!DOCTYPE feedback [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`
  return {
    'gzip of 200 MB': gzipSync(Buffer.alloc(200 * mega)),
    'gzip of 60 MB inside a report': gzipSync(inside(' '.repeat(60 * mega))),
    'zip of 100 MB': zip([{ name: 'r.xml', content: inside(' '.repeat(100 * mega)) }]),
    'zip that lies about its size': zip([
      { name: 'r.xml', content: inside(' '.repeat(60 * mega)), size: 900 },
    ]),
    'zip in a zip': zip([{ name: 'r.zip', content: zip([{ name: 'r.xml', content: Buffer.from(xml) }]) }]),
    'gzip in a zip': zip([{ name: 'r.gz', content: gzipSync(xml) }]),
    'zip of 2,000 entries': zip(
      Array.from({ length: 2_000 }, () => ({ name: 'r.xml', content: Buffer.from(xml) })),
    ),
    'broken zip': zip([{ name: 'r.xml', content: Buffer.from(xml) }]).subarray(0, 200),
    'the word unused': gzipSync('unused'),
    'half a gzip': gzipSync(xml + randomBytes(2_000).toString('hex')).subarray(0, 300),
    'entities of entities': Buffer.from(laughs + xml.replace('google.com', '&a12;')),
    'a file of the server': Buffer.from(
      `<!DOCTYPE feedback [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('google.com', '&x;')}`,
    ),
    'nested 200,000 deep': Buffer.from(`<feedback>${'<a>'.repeat(200_000)}`),
    '60,000 records': gzipSync(xml.replace(record, record.repeat(60_000))),
    '3 million elements': gzipSync(inside('<a/>'.repeat(2_400_000))),
    'a million references': Buffer.from(
      xml.replace('google.com</org_name>', `${'&#65;'.repeat(mega)}</org_name>`),
    ),
    'one value of 9 MB': gzipSync(xml.replace('google.com</org_name>', `${'x'.repeat(9 * mega)}</org_name>`)),
    'a report that breaks off': Buffer.from(xml.slice(0, xml.lastIndexOf('</record>'))),
    'counts that are none': counting('-5'),
    'counts without end': counting('99999999'),
    'another author': Buffer.from(xml.replaceAll(/<header_from>[^<]*/g, '<header_from>example.com')),
    noise: randomBytes(2 * mega),
  }
}

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
  ).join('')

/** Mails that a known receiver has signed, each with one of the attacks, and mails that are attacks themselves. */
export async function hostileMails(to: string, seen: Seen): Promise<Record<string, Buffer>> {
  const mails: Record<string, Buffer> = {}
  for (const [what, content] of Object.entries(attacks(seen)))
    mails[what] = await signedBy(
      'google',
      mailWith('google', to, seen, { name: 'report.zip', type: 'application/zip', content }),
    )
  const honest = mailWith('google', to, seen, receivers.google.pack(seen))
  const [head = '', ...body] = honest.split('\r\n\r\n')
  const rest = body.join('\r\n\r\n')
  const of = async (text: string) => signedBy('google', text)
  mails['nobody has signed it'] = Buffer.from(honest)
  mails['a key of a stranger'] = Buffer.from(
    (await of(honest)).toString().replace('d=google.com', 'd=evil.example'),
  )
  mails['200 signatures'] = Buffer.from(
    `${'DKIM-Signature: v=1; a=rsa-sha256; d=google.com; s=x; h=from; bh=x; b=x\r\n'.repeat(200)}${honest}`,
  )
  const padded = (fields: string) =>
    Buffer.from(`${fields}${honest}${`${'x'.repeat(998)}\r\n`.repeat(4_000)}`)
  const bad = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, n) => `${name}: v=1; a=rsa-sha256; d=google.com; s=x; h=from; l=${n}; bh=x; b=x\r\n`,
    ).join('')
  mails['12 signatures'] = padded(bad('DKIM-Signature', 12))
  mails['700 signatures with a blank before the colon'] = padded(bad('DKIM-Signature ', 700))
  mails['600 signatures with a fold before the colon'] = padded(bad('DKIM-Signature\r\n ', 600))
  mails['bare line feeds'] = Buffer.concat([await of(honest), Buffer.alloc(2 * mega, '\n')])
  mails['a line of 9 MB'] = await of(`${head}\r\n\r\n${'x'.repeat(9 * mega)}\r\n${rest}`)
  mails['a megabyte of headers'] = await of(`X-Long: ${'x'.repeat(mega)}\r\n${honest}`)
  mails['5,000 parts'] = await of(`${head}\r\n\r\n${'--part\r\n\r\n<a>\r\n'.repeat(5_000)}--part--\r\n`)
  mails['parts in parts'] = await of(
    `${head.replace('boundary="part"', 'boundary=b0')}\r\n\r\n${nested(3_000)}`,
  )
  mails['a million lines'] = await of(`${head}\r\n\r\n${'x\r\n'.repeat(mega)}${rest}`)
  mails['12 MB'] = await of(`${head}\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(12 * 1024)}${rest}`)
  mails['no mail at all'] = randomBytes(10_000)
  return mails
}
