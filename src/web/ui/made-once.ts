/** What takes long to make, made when it is first asked for: a page that is just starting may never ask. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
