/** A text with the first place that matches the search marked. */
export function Marked({ text, search }: { text: string; search: string }) {
  const wanted = search.trim().toLowerCase()
  const start = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (start < 0) return text
  const end = start + wanted.length
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-[2px] bg-accent-tint text-info">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
