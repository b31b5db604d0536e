/** Of an address those parts that narrow a list, as far as it has them. */
export const filtersOf = (address: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = address.get(name)
      return value ? [[name, value]] : []
    }),
  )
