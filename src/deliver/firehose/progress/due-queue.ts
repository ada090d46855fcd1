/** A priority queue by due time: a binary heap. It never removes entries on its own: callers skip outdated ones. */
export class DueQueue<T> {
  readonly #heap: { due: number; item: T }[] = []

  peek(): { readonly due: number; readonly item: T } | undefined {
    return this.#heap[0]
  }

  push(due: number, item: T): void {
    const heap = this.#heap
    let at = heap.length
    const entry = { due, item }
    heap.push(entry)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (!above || above.due <= due) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  pop(): T | undefined {
    const heap = this.#heap
    const [top] = heap
    const last = heap.pop()
    if (!top || !last || heap.length === 0) return top?.item
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const right = heap[child + 1]
      let smaller = heap[child]
      if (right && smaller && right.due < smaller.due) {
        smaller = right
        child += 1
      }
      if (!smaller || smaller.due >= last.due) break
      heap[at] = smaller
      at = child
    }
    heap[at] = last
    return top.item
  }
}
