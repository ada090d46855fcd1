/**
 * Takes items one in a turn of the event loop, in their order, however many come at once: whatever else waits has its
 * turn between any two of them. One that comes alone is taken at once.
 */
export function oneATurn<T>(take: (item: T) => void): (item: T) => void {
  const waiting: T[] = []
  let isTaken = false
  const next = () => {
    isTaken = waiting.length > 0
    if (!isTaken) return
    setImmediate(next)
    take(waiting.shift() as T)
  }
  return (item) => {
    waiting.push(item)
    if (!isTaken) next()
  }
}
