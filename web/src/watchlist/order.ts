// Moving one item of a list to the place of another.

export function moved(ids: readonly number[], id: number, target: number): number[] {
  const to = ids.indexOf(target);
  const rest = ids.filter((own) => own !== id);
  return rest.toSpliced(to, 0, id);
}
