/** Days of the charts of a domain, which stand under the last row of its 90; what they are drawn of is kept for so long. */
export const chartDays = 30
