const written = new Intl.NumberFormat('en-US')

/** "5,000". One formatter for all: `toLocaleString` looks for one at every call, which a list of orders feels. */
export const numberText = (value: number): string => written.format(value)
