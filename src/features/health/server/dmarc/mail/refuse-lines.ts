import { bounds, NoReport } from '../bounds.ts'

const lf = 0x0a
const cr = 0x0d

/**
 * Whatever reads a mail takes a turn for each line, or for each line that ends otherwise than with CR and LF, and some of
 * it copies a line as often as it has pieces. So lines are counted and measured before anything else is done.
 * @throws NoReport
 */
export function refuseLines(mail: Buffer): void {
  let lines = 0
  let from = 0
  for (let at = mail.indexOf(lf); at >= 0; at = mail.indexOf(lf, from)) {
    if (mail[at - 1] !== cr) throw new NoReport('Its lines do not end as SMTP has it.')
    refuseLong(at - from)
    if (++lines > bounds.lines) throw new NoReport('It has too many lines.')
    from = at + 1
  }
  refuseLong(mail.length - from)
}

function refuseLong(length: number): void {
  if (length > bounds.line) throw new NoReport('One of its lines is too long.')
}
