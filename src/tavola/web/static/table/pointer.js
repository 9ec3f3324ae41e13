// What mouse and finger do on the board, told to the hand.

/** @param {any} board @param {import('./hand.js').Hand} hand @param {() => any} undo */
export function listen(board, hand, undo) {
  const { host } = board;
  board.on('tap', ({ place }) => hand.tap(place));
  board.on('dragstart', ({ place }) => hand.drag(place));
  board.on('drop', ({ place, from }) => hand.drop(from, place));
  host.addEventListener('pointermove', ({ pointerType, buttons, clientX, clientY }) => {
    if (pointerType === 'mouse' && !buttons) hand.over(board.placeAt(clientX, clientY));
  });
  host.addEventListener('pointerleave', () => hand.over(null));
  board.on('undo', undo);
}
