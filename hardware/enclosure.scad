// The table's plastic: centre box, seat stations and cable channels, to print without supports.
// Millimetres. Every measure that a part decides stands at the top; `part` chooses what is made.
//   openscad -D 'part="station_tray"' -o station_tray.stl hardware/enclosure.scad
// To print: box, box_lid, station_tray, station_lid, channel, channel_lid.
// To see and to check: what is bought, in its place (names in `bought`), and what two things take up
// at once (names in `clash`).

part = "table";
seats = 4; // of the view `table`; print as many stations as there are seats

/* [Printing] */
wall = 2.4; // six lines of a 0.4 mm nozzle
floor_thickness = 2;
lid_thickness = 2;
slack = 0.4; // between parts that slide into each other

/* [Screws: 3 x 10 mm, countersunk, self-tapping into plastic] */
screw_pilot = 2.5;
screw_free = 3.4;
screw_head = 6.2; // a cone of 90 degrees: it prints upside down, too
screw_length = 10;
post = 7;

/* [Playing card: poker size in a sleeve; anything smaller lies in it too] */
card = [66, 91];
card_slack = 1;
rim = 1.6; // so deep the card lies in the lid
thumb = 22; // the notch through which the card is lifted

/* [RC522 module; its antenna's centre as measured on the common blue board] */
reader = [60, 40, 1.6];
reader_antenna = 20; // from the end that has no row of eight holes
reader_cover = 1.2; // plastic between antenna and card
reader_play = 1.5; // to and fro: its legs go into the one row of holes or the other
reader_row = 1.6; // from its end to the middle of its row of holes: measure yours

/* [Push button 12 x 12 mm with its cap on: keys and seat buttons] */
switch = [12, 12, 3.6]; // the body
switch_cap = 11.5;
switch_with_cap = 12; // from the board's face to the top of the cap: measure yours
cap_hole = 13;
cap_stands_out = 2;

/* [Lamp: one WS2812B on the station's board] */
lamp_led = [5, 5, 1.6];
lamp_window = 7.6;
lamp_diffuser = 0.6; // left of the lid: light shines through

/* [Station board: board.yml] */
station_board = [53, 39, 1.6];
station_board_front = 4; // from the tray's front
station_plug = [20.6, 8.9, 9.2]; // below it: what reaches over its back edge, and its height
regulator_row = 18; // from its back edge
joints_above = 1; // of what is soldered from above

/* [The reader's regulator: the warmest part; air comes to it through the tray's sides] */
vents = 4; // in each side, beside it
vent = [2, 5]; // wide, deep from the upper edge: nothing hangs over it but the lid

/* [Seat station] */
front = 26; // strip in front of the card
back = 9; // strip behind it, for screws and cable

/* [Printed boards (hardware/pcb): the main board lies across, the key board along] */
board = [90, 70, 1.6];
hole = 2.54; // the grid of board.yml
holes = [31, 26];
board_above_floor = 6; // joints below it
// What stands on the main board, in holes: [left, back, right, front, height in mm]; from board.yml.
bodies = [];

/* [Raspberry Pi Pico on its sockets: data sheet, 2.1] */
pico_column = [6, 13]; // the columns of its legs on the main board
usb_above_board = 8.5 + 2.5 + 1 + 1.4; // socket, header, Pico, half of the plug
usb = [13, 9]; // a plug with its plastic goes through

/* [USB-C socket of the charger, on its pins] */
power_column = [21, 24]; // the columns of its pins on the main board
power_above_board = 2.5 + 1.6 + 1.6; // header, board, half of the plug

/* [Display: 0.96 inch, SSD1306; four pins at the back edge] */
display_board = [27.8, 27.8, 1.2];
display_glass = 1.6;
display_window = [24, 15];
display_window_back = 1.2; // the glass is nearer to the pins: measure yours
display_plugs = [10.4, 2.8, 17]; // four sockets on the pins
display_pin_column = 17.5; // of the main board, below the pins
display_pin_row = 4;

/* [Keys on the key board, and its plug with a ribbon's socket on it] */
key_plug = [22.9, 9, 17];
key_pitch = 6 * hole;
key_columns = 4;
key_rows = 5;

/* [Ribbon cable of 10 wires] */
ribbon = [13.2, 1.2];
ribbon_pinch = 0.3; // the lid holds it by so much
channel_length = 150;

$fn = 48;
corner = 4;
beside = 7; // left and right of the main board, for posts and plugs

key_below_lid = switch_with_cap - cap_stands_out - lid_thickness; // from the board's face
inside = [board[0] + 2 * beside, 3 + board[0] + 5 + board[1] + 1, 34];
box = [inside[0] + 2 * wall, inside[1] + 2 * wall, floor_thickness + inside[2]];
station_lid_thickness = reader_cover + rim;
station_board_at = floor_thickness + station_plug[2]; // its lower face
station_face = station_board_at + station_board[2];
station = [
    card[0] + card_slack + 2 * wall + 2,
    card[1] + card_slack + front + back,
    station_face + switch_with_cap - cap_stands_out - station_lid_thickness
];
reader_at = station[2] - 0.2 - reader[2]; // its lower face, its header below it

// --- shapes -----------------------------------------------------------------------------------

module rounded(size, radius = corner) {
    linear_extrude(size[2])
        translate([radius, radius])
            offset(radius)
                square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

module tray(size) {
    difference() {
        rounded(size);
        translate([wall, wall, floor_thickness])
            rounded([size[0] - 2 * wall, size[1] - 2 * wall, size[2]], corner - wall);
    }
}

// Where the screws of a tray are: in its corners, and more along its sides.
function corners(size, more = []) = let(inset = wall + post / 2 - 0.5) concat(
    [for (x = [inset, size[0] - inset], y = concat([inset, size[1] - inset], more)) [x, y]]
);

module posts(size, at) {
    for (place = at)
        translate(place)
            difference() {
                cylinder(d = post, h = size[2]);
                translate([0, 0, size[2] - screw_length]) cylinder(d = screw_pilot, h = size[2]);
            }
}

module screw_holes(at, thickness) {
    for (place = at)
        translate(place) {
            translate([0, 0, -1]) cylinder(d = screw_free, h = thickness + 2);
            sink = (screw_head - screw_free) / 2;
            translate([0, 0, thickness - sink]) cylinder(d1 = screw_free, d2 = screw_head, h = sink);
            translate([0, 0, thickness]) cylinder(d = screw_head, h = 5);
        }
}

// Four corners on which a board of this size lies and between which it stays.
module rests(size, height, reach = 3, lip = 2, ends = [0, 1]) {
    for (x = [0, 1], y = ends)
        translate([x * size[0], y * size[1], 0])
            mirror([x, 0, 0]) mirror([0, y, 0])
                difference() {
                    translate([-slack / 2 - lip, -slack / 2 - lip, 0])
                        cube([reach + lip, reach + lip, height + size[2]]);
                    translate([-slack / 2, -slack / 2, height]) cube([reach * 3, reach * 3, 50]);
                }
}

// The cable leaves through the wall's upper edge; the lid pinches it, so that nobody pulls at solder.
module ribbon_gap(top) {
    deep = ribbon[1] - ribbon_pinch;
    translate([-ribbon[0] / 2, -2 * wall, top - deep]) cube([ribbon[0], 4 * wall, deep + 10]);
}

// --- seat station: reader, lamp, button, and the place of the card -----------------------------

card_place = [(station[0] - card[0] - card_slack) / 2, front];
card_centre = [station[0] / 2, front + (card[1] + card_slack) / 2];
// The module lies along the station, its antenna under the middle of the card.
reader_corner = [card_centre[0] - reader[1] / 2, card_centre[1] - (reader[0] - reader_antenna)];
reader_lies = [reader[1], reader[0], reader[2]];
seat_button = [station[0] * 0.68, front / 2 + 0.5];
seat_lamp = [station[0] * 0.3, front / 2 + 0.5];
station_board_corner = [(station[0] - station_board[0]) / 2, station_board_front];
regulator_y = station_board_front + station_board[1] - regulator_row;
vent_places = [for (number = [0 : 1 : vents - 1]) regulator_y - 6 + number * 2.5 * vent[0]];

module station_tray() {
    difference() {
        union() {
            tray(station);
            posts(station, corners(station));
            // Its row of holes stands on the station's board; its other end lies here.
            translate([reader_corner[0], reader_corner[1], 0])
                rests([reader_lies[0], reader_lies[1] + reader_play, reader_lies[2]], reader_at,
                      reach = 6, ends = [1]);
            translate([station_board_corner[0], station_board_corner[1], 0])
                rests(station_board, station_board_at);
        }
        translate([station[0] / 2, station[1] - wall / 2, 0]) ribbon_gap(station[2]);
        for (y = vent_places)
            translate([-1, y, station[2] - vent[1]]) cube([station[0] + 2, vent[0], vent[1] + 1]);
    }
}

module station_lid() {
    // Flat below, so that it prints as it lies; the card sinks in until only the cover is left.
    difference() {
        rounded([station[0], station[1], station_lid_thickness]);
        translate([card_place[0], card_place[1], reader_cover])
            cube([card[0] + card_slack, card[1] + card_slack, rim + 1]);
        translate([station[0] / 2, card_place[1], reader_cover])
            cylinder(d = thumb, h = rim + 1);
        screw_holes(corners(station), station_lid_thickness);
        translate([seat_button[0], seat_button[1], -1]) cylinder(d = cap_hole, h = 10);
        translate([seat_lamp[0], seat_lamp[1], -1])
            cylinder(d = lamp_window, h = 1 + station_lid_thickness - lamp_diffuser);
    }
}

// --- centre box: main board, keys, display ------------------------------------------------------

key_board = [board[1], board[0], board[2]];
key_corner = [(box[0] - key_board[0]) / 2, wall + 3];
key_board_at = box[2] - key_below_lid - board[2]; // its lower face
board_corner = [wall + beside, box[1] - wall - 1 - board[1]];
board_at = floor_thickness + board_above_floor;
box_screws = corners(box, [key_corner[1] + key_board[1] - 3]);

// Where a hole of the main board is; row 1 is at the back, column 1 at the left.
function at_hole(column, row) = [
    board_corner[0] + (board[0] - (holes[0] - 1) * hole) / 2 + (column - 1) * hole,
    board_corner[1] + board[1] - (board[1] - (holes[1] - 1) * hole) / 2 - (row - 1) * hole
];

display_pins = at_hole(display_pin_column, display_pin_row);
display_centre = [display_pins[0], display_pins[1] + 1.5 - display_board[1] / 2];
pico_middle = at_hole((pico_column[0] + pico_column[1]) / 2, 1);
power_middle = at_hole((power_column[0] + power_column[1]) / 2, 1);
// The two sockets at the back: where each is, and how high above the board.
sockets = [[pico_middle, usb_above_board], [power_middle, power_above_board]];
buzzer_middle = at_hole(17, 18);
// Where the lid holds the main board down: between the parts.
holds = [
    [board_corner[0] + 3, board_corner[1] + 3],
    [board_corner[0] + board[0] - 3, board_corner[1] + 3],
    at_hole(17, 1)
];
ribbon_rows = [5, 16]; // of the main board, where the plugs are

module box_tray() {
    difference() {
        union() {
            tray(box);
            posts(box, box_screws);
            translate([board_corner[0], board_corner[1], 0]) rests(board, board_at);
            translate([key_corner[0], key_corner[1], 0]) {
                rests(key_board, key_board_at);
                // Keys in the middle rows are pressed as hard as the others.
                for (x = [-2, key_board[0] - 3])
                    translate([x, key_board[1] / 2 - 3, 0]) cube([5, 6, key_board_at]);
            }
        }
        for (socket = sockets)
            translate([
                socket[0][0] - usb[0] / 2,
                box[1] - wall - 1,
                board_at + board[2] + socket[1] - usb[1] / 2
            ])
                cube([usb[0], wall + 2, usb[1]]);
        for (row = ribbon_rows) {
            translate([wall / 2, at_hole(1, row)[1], 0]) rotate(90) ribbon_gap(box[2]);
            translate([box[0] - wall / 2, at_hole(1, row)[1], 0]) rotate(90) ribbon_gap(box[2]);
        }
    }
}

// Where a key is, from the left and from the back as the firmware counts them.
function key_place(column, row) = [
    key_corner[0] + key_board[0] / 2 + (column - (key_columns - 1) / 2) * key_pitch,
    key_corner[1] + key_board[1] / 2 - (row - (key_rows - 1) / 2) * key_pitch
];

module box_lid() {
    difference() {
        union() {
            rounded([box[0], box[1], lid_thickness]);
            for (x = [3, key_board[0] - 3], y = [3, key_board[1] - 3])
                translate([key_corner[0] + x, key_corner[1] + y, slack - key_below_lid])
                    cylinder(d = 5, h = key_below_lid);
            for (place = holds)
                translate([place[0], place[1], board_at + board[2] - box[2] + slack])
                    cylinder(d = 5, h = box[2] - board_at - board[2]);
            // A frame for the display's board: two sides, so that its pins stay free.
            for (side = [-1, 1])
                translate([
                    display_centre[0] + side * (display_board[0] / 2 + slack + 1) - 1,
                    display_centre[1] - display_board[1] / 2,
                    -3
                ]) cube([2, display_board[1], 3.5]);
            translate([
                display_centre[0] - display_board[0] / 2,
                display_centre[1] - display_board[1] / 2 - slack - 2,
                -3
            ]) cube([display_board[0], 2, 3.5]);
        }
        screw_holes(box_screws, lid_thickness);
        translate([
            display_centre[0] - display_window[0] / 2,
            display_centre[1] + display_window_back - display_window[1] / 2,
            -1
        ]) cube([display_window[0], display_window[1], lid_thickness + 2]);
        for (column = [0 : key_columns - 1], row = [0 : key_rows - 1])
            translate(concat(key_place(column, row), -1))
                cylinder(d = cap_hole, h = lid_thickness + 2);
        for (turn = [0 : 60 : 300]) // the buzzer's voice
            translate([buzzer_middle[0], buzzer_middle[1], -1])
                rotate(turn) translate([4, 0, 0]) cylinder(d = 2, h = lid_thickness + 2);
    }
}

// --- cable channel: lies on the table between box and station -----------------------------------

channel_groove = [ribbon[0] + 0.4, 2.6];
channel_width = channel_groove[0] + 3;

module channel() {
    difference() {
        rotate([90, 0, 90])
            linear_extrude(channel_length)
                polygon([ // slanted: a sleeve slides over it
                    [0, 0], [channel_width + 8, 0],
                    [channel_width + 4, channel_groove[1] + 1], [4, channel_groove[1] + 1]
                ]);
        translate([-1, 4 + (channel_width - channel_groove[0]) / 2, 1])
            cube([channel_length + 2, channel_groove[0], 10]);
    }
}

module channel_lid() {
    // It prints upside down: two ribs go into the groove and hold by friction.
    cube([channel_length, channel_width, 1]);
    for (y = [1.5 + slack / 4, channel_width - 1.5 - slack / 4 - 1])
        translate([0, y, 0]) cube([channel_length, 1, 2.4]);
}

// --- what is bought, in its place ---------------------------------------------------------------

module push_button() {
    translate([-switch[0] / 2, -switch[1] / 2, 0]) cube(switch);
    translate([0, 0, switch[2] - 0.1]) cylinder(d = switch_cap, h = switch_with_cap - switch[2] + 0.1);
}

module bought(what) {
    if (what == "reader")
        translate([reader_corner[0], reader_corner[1], reader_at + 0.05]) {
            cube(reader_lies);
            // Chip, crystal and capacitor look down, near the row of holes.
            translate([12, 6, -4]) cube([16, 14, 4.1]);
        }
    if (what == "reader_header")
        translate([reader_corner[0] + reader_lies[0] / 2 - 4 * hole, reader_corner[1] + reader_row - 1.3,
                   station_board_at - 1])
            cube([8 * hole, 2.6, reader_at - station_board_at + 1.1]);
    if (what == "station_board")
        translate([station_board_corner[0], station_board_corner[1], station_board_at + 0.05]) {
            cube(station_board);
            // Its plug hangs below it and looks out at the back, with a ribbon's socket in it.
            translate([station_board[0] / 2 - station_plug[0] / 2, station_board[1] - 7, -station_plug[2] + 0.1])
                cube([station_plug[0], 7 + station_plug[1] + 10, station_plug[2]]);
            translate([station_board[0] / 2 - 5, station_board[1] - 7, station_board[2]])
                cube([10, 5, joints_above]);
            translate([station_board[0] / 2 - 8, regulator_y - station_board_front - 2, -7]) cube([5, 4, 7.1]);
        }
    if (what == "seat_button")
        translate([seat_button[0], seat_button[1], station_face + 0.06]) push_button();
    if (what == "lamp")
        translate([seat_lamp[0] - lamp_led[0] / 2, seat_lamp[1] - lamp_led[1] / 2, station_face])
            cube(lamp_led);
    if (what == "card")
        translate([card_place[0] + card_slack / 2, card_place[1] + card_slack / 2,
                   station[2] + reader_cover + 0.05])
            cube([card[0], card[1], 0.8]);
    if (what == "main_board")
        translate([board_corner[0], board_corner[1], board_at + 0.05]) cube(board);
    if (what == "main_parts")
        for (body = bodies) {
            start = at_hole(body[0], body[3]);
            end = at_hole(body[2], body[1]);
            translate([start[0], start[1], board_at + board[2] + 0.06])
                cube([end[0] - start[0], end[1] - start[1], body[4]]);
        }
    if (what == "key_board") {
        translate([key_corner[0], key_corner[1], key_board_at + 0.05]) cube(key_board);
        // Its plug hangs below it at the back edge.
        translate([
            key_corner[0] + (key_board[0] - key_plug[0]) / 2,
            key_corner[1] + key_board[1] - 0.2 - key_plug[1],
            key_board_at - key_plug[2]
        ]) cube(key_plug);
    }
    if (what == "keys")
        for (column = [0 : key_columns - 1], row = [0 : key_rows - 1])
            translate(concat(key_place(column, row), key_board_at + board[2] + 0.06))
                push_button();
    if (what == "display")
        translate([display_centre[0], display_centre[1], box[2] - display_glass - 0.05]) {
            translate([-13.3, -9.6 + display_window_back, 0]) cube([26.6, 19.2, display_glass]);
            translate([-display_board[0] / 2, -display_board[1] / 2, -display_board[2]])
                cube(display_board);
            translate([-display_plugs[0] / 2,
                       display_board[1] / 2 - 1.5 - display_plugs[1] / 2,
                       -display_board[2] - display_plugs[2]])
                cube(display_plugs);
        }
    if (what == "usb_plugs") // 7 mm of metal in each socket's mouth, its plastic behind
        for (socket = sockets)
            translate([socket[0][0], socket[0][1], board_at + board[2] + socket[1]])
                translate([-6, 4.1, -4]) cube([12, 30, 8]);
}

module fitted(where) {
    if (where == "station") for (what = ["reader", "station_board", "seat_button", "lamp", "card"]) bought(what);
    if (where == "box")
        for (what = ["main_board", "main_parts", "key_board", "keys", "display", "usb_plugs"])
            bought(what);
}

// What two things take up at once. Nothing must be left of it: OpenSCAD then makes no file.
module clash(which) {
    if (which == "clash_station") intersection() {
        fitted("station");
        union() { station_tray(); translate([0, 0, station[2]]) station_lid(); }
    }
    if (which == "clash_box") intersection() {
        fitted("box");
        union() { box_tray(); translate([0, 0, box[2]]) box_lid(); }
    }
    if (which == "clash_station_lid") intersection() {
        station_tray();
        translate([0, 0, station[2] + 0.01]) station_lid();
    }
    if (which == "clash_box_lid") intersection() {
        box_tray();
        translate([0, 0, box[2] + 0.01]) box_lid();
    }
    if (which == "clash_boards") intersection() {
        union() { bought("main_board"); bought("main_parts"); bought("usb_plugs"); }
        union() { bought("key_board"); bought("keys"); bought("display"); }
    }
    if (which == "clash_station_parts") intersection() {
        bought("reader");
        union() { bought("station_board"); bought("seat_button"); bought("lamp"); }
    }
    // Air, from beside the regulator through the tray's sides.
    if (which == "clash_air") intersection() {
        station_tray();
        for (x = [-1, station[0] - wall - 1])
            translate([x, regulator_y - 0.8, station[2] - 4.8]) cube([wall + 2, 1.6, 4]);
    }
    if (which == "clash_channel") intersection() {
        channel();
        translate([0, 4 + channel_width, channel_groove[1] + 2.01]) rotate([180, 0, 0]) channel_lid();
    }
}

// --- what is made -------------------------------------------------------------------------------

if (part == "box") box_tray();
if (part == "box_lid") translate([0, box[1], lid_thickness]) rotate([180, 0, 0]) box_lid();
if (part == "station_tray") station_tray();
if (part == "station_lid") station_lid();
if (part == "channel") channel();
if (part == "channel_lid") channel_lid();
if (part == "table") table();
// The lids as they close, for pictures.
if (part == "box_lid_on") translate([0, 0, box[2]]) box_lid();
if (part == "station_lid_on") translate([0, 0, station[2]]) station_lid();
bought(part);
clash(part);

// Everything on a table, the cards in their places.
module table() {
    color("dimgray") box_tray();
    color("silver") translate([0, 0, box[2]]) box_lid();
    for (seat = [0 : seats - 1])
        translate([box[0] / 2, box[1] / 2, 0])
            rotate(-45 - seat * 360 / seats)
                translate([-station[0] / 2, -station[1] - 150, 0]) {
                    color("dimgray") station_tray();
                    color("ivory") translate([0, 0, station[2]]) station_lid();
                    color("white") bought("card");
                }
}
