/**
 * The rows of a table test: one as it is, with each other value in place of its own, and with each two of them. Whichever two
 * conditions can disagree, they do so in a row in which nothing else is different, so that no third one decides.
 */
export function withPairs<Row extends object>(
  row: Row,
  others: { readonly [Field in keyof Row]?: readonly Row[Field][] },
): Row[] {
  const changes = (Object.keys(others) as (keyof Row)[]).map((field) =>
    (others[field] ?? []).map((value) => ({ [field]: value }) as Partial<Row>),
  )
  return [
    row,
    ...changes.flat().map((one) => ({ ...row, ...one })),
    ...changes.flatMap((some, at) =>
      some.flatMap((one) =>
        changes
          .slice(at + 1)
          .flat()
          .map((other) => ({ ...row, ...one, ...other })),
      ),
    ),
  ]
}
