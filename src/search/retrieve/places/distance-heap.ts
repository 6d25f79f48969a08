import type { DistanceHeap } from '../../query/workspace.ts';

/** Adds a member. O(log members), most often O(1). */
export function push(heap: DistanceHeap, member: number, square: number): void {
  if (heap.count === heap.member.length) grow(heap);
  const { member: members, square: squares } = heap;
  let at = heap.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(member, square, members[parent], squares[parent])) break;
    members[at] = members[parent];
    squares[at] = squares[parent];
    at = parent;
  }
  members[at] = member;
  squares[at] = square;
}

/** Takes the nearest member; there has to be one. O(log members). */
export function takeNearest(heap: DistanceHeap): number {
  const { member: members, square: squares } = heap;
  const nearest = members[0];
  const count = --heap.count;
  const member = members[count];
  const square = squares[count];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && isBefore(members[child + 1], squares[child + 1], members[child], squares[child])) child++;
    if (!isBefore(members[child], squares[child], member, square)) break;
    members[at] = members[child];
    squares[at] = squares[child];
    at = child;
  }
  members[at] = member;
  squares[at] = square;
  return nearest;
}

function isBefore(a: number, squareOfA: number, b: number, squareOfB: number): boolean {
  return squareOfA < squareOfB || (squareOfA === squareOfB && a < b);
}

function grow(heap: DistanceHeap): void {
  const { member, square } = heap;
  heap.member = new Int32Array(2 * member.length);
  heap.member.set(member);
  heap.square = new Float64Array(2 * square.length);
  heap.square.set(square);
}
