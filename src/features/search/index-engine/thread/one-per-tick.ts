/**
 * Handles one item per tick of the event loop, in order, however many arrive at once, so that other work runs between
 * any two of them. An item that arrives alone is handled at once.
 */
export function onePerTick<T>(handle: (item: T) => void): (item: T) => void {
  const waiting: T[] = []
  let isRunning = false
  const next = () => {
    isRunning = waiting.length > 0
    if (!isRunning) return
    setImmediate(next)
    handle(waiting.shift() as T)
  }
  return (item) => {
    waiting.push(item)
    if (!isRunning) next()
  }
}
