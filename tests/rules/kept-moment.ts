/** The moment at which kept answers say that they were given, in milliseconds since 1970. */
export const keptMoment = Date.parse('2026-01-15T12:00:00.000Z')

const moments = /"(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d\.\d{3})?Z)?"/g

/** Puts other moments (milliseconds since 1970) in the place of those that a JSON text holds: times, to the minute as well, and days alone. */
export const momentsOfText = (text: string, other: (moment: number) => number): string =>
  text.replace(moments, (_, day: string, time: string | undefined) => {
    const moment = new Date(other(Date.parse(day + (time ?? 'T12:00:00.000Z')))).toISOString()
    if (!time) return `"${moment.slice(0, 10)}"`
    return time.includes('.') ? `"${moment}"` : `"${moment.slice(0, 16)}Z"`
  })
