/**
 * The groups of nodes that can all be reached from one another, and nodes that lead to themselves (Tarjan's strongly
 * connected components).
 * @template T
 * @param {readonly T[]} nodes
 * @param {(node: T) => readonly T[]} next where a node leads to; what is none of the nodes leads nowhere
 * @returns {T[][]}
 */
export function findCircles(nodes, next) {
  const known = new Set(nodes)
  const numbers = new Map()
  const lowest = new Map()
  const open = []
  const isOpen = new Set()
  const circles = []
  const visit = (node) => {
    numbers.set(node, numbers.size)
    lowest.set(node, numbers.get(node))
    open.push(node)
    isOpen.add(node)
    for (const other of next(node)) {
      if (!known.has(other)) continue
      if (!numbers.has(other)) visit(other)
      if (isOpen.has(other)) lowest.set(node, Math.min(lowest.get(node), lowest.get(other)))
    }
    if (lowest.get(node) !== numbers.get(node)) return
    const group = open.splice(open.indexOf(node))
    for (const each of group) isOpen.delete(each)
    if (group.length > 1 || next(node).includes(node)) circles.push(group)
  }
  for (const node of nodes) if (!numbers.has(node)) visit(node)
  return circles
}
