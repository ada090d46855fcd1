/**
 * Takes items one in a turn of the event loop, in their order, however many come at once: whatever else waits has its
 * turn between any two of them.
 */
export function oneATurn<T>(take: (item: T) => void): (item: T) => void {
  const waiting: T[] = []
  const next = () => {
    const item = waiting.shift() as T
    if (waiting.length > 0) setImmediate(next)
    take(item)
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(next)
  }
}
