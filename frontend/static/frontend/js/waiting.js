// The page of an open game turns into the game when somebody joins.

const box = document.getElementById("open-game");
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
/** @type {number | null} */
let known = null;

function open() {
  const socket = new WebSocket(`${scheme}//${location.host}${box?.dataset.socket}`);
  socket.addEventListener("message", (event) => {
    const { version } = JSON.parse(event.data);
    if (known !== null && version !== known) location.reload();
    known = version;
  });
  socket.addEventListener("close", () => window.setTimeout(open, 10_000));
}

open();
