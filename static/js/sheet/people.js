// People in the seats of a sheet.

// The same sheet with people in its seats and names in its warnings. `people`: {seat, player, name,
// short}, found by their id; somebody who turned out to be somebody else, by the seat.
export function named(sheet, people) {
  const who = ({ number, player }) =>
    people.find((one) => one.player === player)
    ?? people.find((one) => one.seat === number)
    ?? { player, name: "", short: "" };
  const seats = sheet.seats.map((seat) => {
    const { player, name, short } = who(seat);
    return { ...seat, player, name, short_name: short };
  });
  const warnings = sheet.warnings.map((warning) => ({
    ...warning,
    text: warning.text.replace(/\{(\d)\}/g, (_, nth) => seats[warning.seats[nth]].name),
  }));
  return { ...sheet, seats, warnings };
}

// Whom entries bring along: people without a row yet, by the id and name that the phone gave them.
export function newcomers(entries) {
  return entries
    .flatMap(({ payload }) => [...(payload.players ?? []), payload.player])
    .filter((player) => player?.name)
    .map(({ id, name, short }) => ({ player: id.toLowerCase(), name, short: short || name.slice(0, 7) }));
}
